/** Lets the keyboard reach what is wider than the window: code and tables, which scroll by themselves. */

function letTheKeyboardIn() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}

addEventListener("load", letTheKeyboardIn);
addEventListener("resize", letTheKeyboardIn);
