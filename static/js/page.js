/* Behaviour every page shares: the mark that scripts run, spoken messages, copying, forms that are sent once, and details
   that stay open. */
(function () {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");

  /* Say something once in the page's polite live region: document.dispatchEvent(new CustomEvent("announce", {detail: text})) */
  document.addEventListener("announce", function (event) {
    const region = document.getElementById("live-status");
    if (!region) { return; }
    region.textContent = "";
    window.setTimeout(function () { region.textContent = event.detail; }, 60);
  });

  /* Copy buttons are hidden in the markup, since without a script they could do nothing. */
  function showCopyButtons(scope) {
    scope.querySelectorAll("[data-copy][hidden]").forEach(function (button) { button.hidden = false; });
  }

  document.addEventListener("click", function (event) {
    const button = event.target.closest("[data-copy]");
    if (!button) { return; }
    event.preventDefault();
    const source = document.querySelector(button.dataset.copy);
    if (!source) { return; }
    const text = "value" in source ? source.value : (source.href || source.textContent.trim());
    const done = function () {
      const before = button.dataset.label || button.textContent;
      button.dataset.label = before;
      button.textContent = "Copied";
      document.dispatchEvent(new CustomEvent("announce", { detail: "Copied" }));
      window.setTimeout(function () { button.textContent = before; }, 2000);
    };
    const byHand = function () {
      if (!source.select) { return; }
      source.focus();
      source.select();
      if (document.execCommand("copy")) { done(); }
    };
    /* The clipboard interface exists on HTTPS and localhost only; a GM's home server may have neither. */
    if (navigator.clipboard && window.isSecureContext) {
      navigator.clipboard.writeText(text).then(done, byHand);
    } else {
      byHand();
    }
  });

  /* A second click before the first one's answer has come would save everything twice. An answer that never comes, and a
     page that comes back from the browser's memory, leave the form open. */
  const PATIENCE = 5000;
  let sent = new WeakMap();
  document.addEventListener("submit", function (event) {
    const form = event.target;
    const target = (event.submitter && event.submitter.formTarget) || form.target;
    if (event.defaultPrevented || form.method !== "post" || target === "_blank") { return; }
    if (sent.has(form) && performance.now() - sent.get(form) < PATIENCE) {
      event.preventDefault();
      return;
    }
    sent.set(form, performance.now());
  });
  window.addEventListener("pageshow", function () { sent = new WeakMap(); });

  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") { return; }
    const open = event.target.closest && event.target.closest(".site-menu[open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  });

  /* A swapped region forgets which details were open and how far a table was scrolled: remember both by their
     data-keep, which is unique within a region, so that two stat blocks may stand on one page. */
  const kept = new Map();

  document.addEventListener("htmx:beforeSwap", function (event) {
    kept.clear();
    event.detail.target.querySelectorAll("[data-keep]").forEach(function (item) {
      kept.set(item.dataset.keep, { open: item.open, left: item.scrollLeft });
    });
  });

  document.addEventListener("htmx:afterSwap", function (event) {
    event.detail.target.querySelectorAll("[data-keep]").forEach(function (item) {
      const before = kept.get(item.dataset.keep);
      if (!before) { return; }
      if (before.open !== undefined) { item.open = before.open; }
      if (before.left) { item.scrollLeft = before.left; }
    });
  });

  /* Numbers from before say so: the site did not answer, or the form holds something it cannot reckon with. */
  function setStale(event, reason) {
    const target = event.detail.target;
    if (!target || !target.dataset) { return; }
    if (reason === "offline" && target.dataset.stale !== reason) {
      document.dispatchEvent(new CustomEvent("announce", { detail: "No answer from the site. The numbers shown are from before." }));
    }
    /* A page that came back with mistakes says more exactly what its pane shows, until a keystroke brings numbers. */
    if (reason === "invalid" && ["partly", "nothing"].includes(target.dataset.stale)) { return; }
    if (reason) { target.dataset.stale = reason; } else { delete target.dataset.stale; }
  }
  document.addEventListener("htmx:sendError", function (event) { setStale(event, "offline"); });
  document.addEventListener("htmx:timeout", function (event) { setStale(event, "offline"); });
  document.addEventListener("htmx:afterOnLoad", function (event) {
    const status = event.detail.xhr.status;
    const kept = status === 422 || event.detail.xhr.getResponseHeader("HX-Reswap") === "none";
    /* Only a pane shows numbers: a list of rows that takes a count alone, or refuses one more, is not out of date. */
    const reason = event.detail.target.matches(".builder__pane") ? "invalid" : "";
    setStale(event, kept ? reason : status >= 400 ? "offline" : "");
  });

  /* An error message that arrives beside a field has to be tied to its control. */
  function tieErrors() {
    document.querySelectorAll(".field__error[id]").forEach(function (note) {
      const control = document.getElementById(note.id.replace(/_error$/, ""));
      if (!control || !control.matches("input, select, textarea")) { return; }
      const wrong = note.textContent.trim() !== "";
      const others = (control.getAttribute("aria-describedby") || "").split(" ").filter(function (id) { return id && id !== note.id; });
      if (wrong) { others.push(note.id); }
      if (others.length) { control.setAttribute("aria-describedby", others.join(" ")); } else { control.removeAttribute("aria-describedby"); }
      if (wrong) { control.setAttribute("aria-invalid", "true"); } else { control.removeAttribute("aria-invalid"); }
    });
  }
  document.addEventListener("htmx:oobAfterSwap", tieErrors);

  showCopyButtons(document);
  document.addEventListener("htmx:load", function (event) { showCopyButtons(event.detail.elt); });
}());
