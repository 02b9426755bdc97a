/* The library beside the rows of a builder: what is looked for is no part of the form. Left in it, Enter in the search box
   would save, and an open library would count as unsaved work. Without this script the button beside the box finds. */
(function () {
  "use strict";

  function setApart() {
    document.querySelectorAll("[data-finder]").forEach(function (input) { input.setAttribute("form", ""); });
  }

  setApart();
  document.addEventListener("htmx:load", setApart);
}());
