/* A file too large is refused when it is chosen, before it travels: input[type=file][data-most-bytes]. The site looks again. */
(function () {
  "use strict";

  function megabytes(bytes) { return (bytes / 1048576).toFixed(1).replace(/\.0$/, ""); }

  document.querySelectorAll("input[type=file][data-most-bytes]").forEach(function (input) {
    input.addEventListener("change", function () {
      const file = input.files[0];
      const most = Number(input.dataset.mostBytes);
      const message = file && file.size > most ? "This file has " + megabytes(file.size) + " MB, a portrait at most " + megabytes(most) + ": make it smaller." : "";
      document.getElementById(input.id + "_error").textContent = message;
      if (message) {
        input.value = "";
        document.dispatchEvent(new CustomEvent("announce", { detail: message }));
      }
    });
  });
}());
