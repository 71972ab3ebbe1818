/** On the search page: whoever has not searched for anything yet can type at once. */

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("#search-form input"));
if (!new URLSearchParams(location.search).get("q")) field?.focus();
