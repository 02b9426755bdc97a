/* Number fields: − and + buttons around <input type="number" data-stepper>, and every kind of minus is one.
   The keyboard has the arrow keys, so the buttons take no tab stop. */
(function () {
  "use strict";

  const OTHER_MINUS = /[\u2212\u2013\u2010\u2011\uFF0D]/;

  function labelOf(input) {
    const label = input.labels && input.labels[0];
    return label ? label.textContent.trim() : input.name;
  }

  function atLimit(input, up) {
    const limit = up ? input.max : input.min;
    if (limit === "" || input.value === "") { return false; }
    return up ? Number(input.value) >= Number(limit) : Number(input.value) <= Number(limit);
  }

  function showLimits(input) {
    const box = input.parentElement;
    if (!box || !box.classList.contains("stepper")) { return; }
    box.firstElementChild.setAttribute("aria-disabled", String(atLimit(input, false)));
    box.lastElementChild.setAttribute("aria-disabled", String(atLimit(input, true)));
  }

  function step(input, up) {
    if (input.disabled || input.readOnly || atLimit(input, up)) { return; }
    try {
      if (up) { input.stepUp(); } else { input.stepDown(); }
    } catch (error) {
      return;
    }
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function button(label, up) {
    const made = document.createElement("button");
    made.type = "button";
    made.tabIndex = -1;
    made.textContent = up ? "+" : "−";
    made.setAttribute("aria-label", label + (up ? ", one more" : ", one less"));
    /* Looked up on each click: an answer of the site may have put a new field in place of the first. */
    made.addEventListener("click", function () { step(made.parentElement.querySelector("input"), up); });
    return made;
  }

  function enhance(scope) {
    scope.querySelectorAll("[data-stepper-field] input[type=number], input[type=number][data-stepper]").forEach(function (input) {
      if (input.parentElement.classList.contains("stepper")) { return; }
      const focused = document.activeElement === input;
      const label = labelOf(input); /* read now: out of the page an input has no label */
      const box = document.createElement("span");
      box.className = "stepper";
      input.replaceWith(box);
      box.append(button(label, false), input, button(label, true));
      if (focused) { input.focus(); }
      showLimits(input);
    });
  }

  /* The site writes true minus signs, and so do phones: of a pasted "−3" a number field would keep the 3. */
  document.addEventListener("beforeinput", function (event) {
    if (!event.data || !event.target.matches("input[type=number]") || !OTHER_MINUS.test(event.data)) { return; }
    event.preventDefault();
    /* The only way to insert into a number field as if typed; its own "beforeinput" has nothing left to replace. */
    document.execCommand("insertText", false, event.data.replace(OTHER_MINUS, "-").trim());
  });

  /* The click that enters a number field selects it, as Tab does: what one types replaces it. The next sets the caret. */
  let entered = null;
  document.addEventListener("pointerdown", function (event) {
    const isEntry = event.target.matches("input[type=number]") && event.target !== document.activeElement;
    entered = isEntry ? event.target : null;
  });
  document.addEventListener("click", function (event) {
    if (event.target === entered) { entered.select(); }
    entered = null;
  });

  document.addEventListener("input", function (event) {
    if (event.target.matches(".stepper > input")) { showLimits(event.target); }
    /* A form that says so itself was changed by a script or by the site. */
    if (event.target.matches("form")) { event.target.querySelectorAll(".stepper > input").forEach(showLimits); }
  });
  document.addEventListener("htmx:load", function (event) { enhance(event.detail.elt); });
  document.addEventListener("row:added", function (event) { enhance(event.target); });
  enhance(document);
}());
