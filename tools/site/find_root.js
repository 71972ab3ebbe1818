// In 404.html: a host shows it for every path that is no file, so it looks for the site above, and hands the path over.
(async () => {
  const folders = location.pathname.split("/").slice(0, -1);
  for (let count = folders.length; count > 0; count -= 1) {
    const root = `${folders.slice(0, count).join("/")}/`;
    const found = await fetch(`${root}fathom-site.json`).catch(() => null);
    const site = found?.ok ? await found.json().catch(() => null) : null;
    if (site?.kind === "fathom-site") {
      const wanted = location.pathname.slice(root.length) + location.search + location.hash;
      location.replace(`${root}?to=${encodeURIComponent(wanted)}`);
      return;
    }
  }
  document.getElementById("said").textContent = "There is no page here.";
})();
