/* Unsaved work: a warning before leaving, and a draft in this browser until the form has been saved.
   form[data-warn-unsaved], form[data-draft="creature:new"]. A page that comes back with unsaved values (errors, an added row,
   a restored draft) carries data-unsaved on its form. Several drafts may wait under one name, since two tabs may be open. */
(function () {
  "use strict";

  const STORE = "drafts:";
  const PENDING = "draft-pending";
  const KEPT = 5;
  const KEPT_DAYS = 30;

  function fieldsOf(form) {
    return Array.from(new FormData(form)).filter(function (pair) {
      return pair[0] !== "csrfmiddlewaretoken" && pair[0] !== "form_id" && typeof pair[1] === "string";
    });
  }
  function same(left, right) { return JSON.stringify(left) === JSON.stringify(right); }

  /* Storage can be full, forbidden or hold somebody's old format: then there is no draft, and nothing else breaks. */
  function read(key) {
    try {
      const since = Date.now() - KEPT_DAYS * 86400000;
      const drafts = JSON.parse(localStorage.getItem(STORE + key) || "[]");
      return drafts.filter(function (draft) { return draft.time > since && Array.isArray(draft.fields); });
    } catch (error) {
      return [];
    }
  }
  function write(key, drafts) {
    try {
      if (drafts.length) { localStorage.setItem(STORE + key, JSON.stringify(drafts.slice(0, KEPT))); } else { localStorage.removeItem(STORE + key); }
    } catch (error) { /* see above */ }
  }
  /* Drafts of things one never opens again would fill the store one day, and the next draft would find no room. */
  function tidy() {
    try {
      Object.keys(localStorage).filter(function (name) { return name.startsWith(STORE); }).forEach(function (name) {
        const key = name.slice(STORE.length);
        write(key, read(key));
      });
    } catch (error) { /* see above */ }
  }
  function drop(key, id) { write(key, read(key).filter(function (draft) { return draft.id !== id; })); }

  function session(name, value) {
    try {
      if (value === undefined) { return sessionStorage.getItem(name); }
      if (value === null) { sessionStorage.removeItem(name); } else { sessionStorage.setItem(name, value); }
    } catch (error) { /* see above */ }
    return null;
  }

  /* A save has worked when it led to another page, or back to a form without unsaved values. A page that the form did
     not lead to says nothing of it: the site was out of reach, and whoever sent the form went on by themselves. */
  function settlePending() {
    const text = session(PENDING);
    if (!text) { return; }
    session(PENDING, null);
    const pending = JSON.parse(text);
    if (!document.referrer || new URL(document.referrer).pathname !== pending.from) { return; }
    const elsewhere = location.pathname !== pending.path;
    const failed = document.body.hasAttribute("data-error") || location.pathname.startsWith("/accounts/");
    const clean = !document.querySelector("form[data-unsaved]");
    if (!failed && (elsewhere || clean)) {
      drop(pending.key, pending.id);
      session(STORE + pending.key, null);
    }
  }

  function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  /* With its query, which says what a new thing is a variant of. */
  function addressOf(form) {
    const url = new URL(form.getAttribute("action") || location.href, location.href);
    return url.pathname + url.search;
  }

  function restore(form, draft) {
    const sent = document.createElement("form");
    sent.method = "post";
    sent.action = draft.action || addressOf(form);
    sent.hidden = true;
    const token = form.querySelector("[name=csrfmiddlewaretoken]");
    const extra = [["restore", "1"]].concat(token ? [["csrfmiddlewaretoken", token.value]] : []);
    draft.fields.concat(extra).forEach(function (pair) {
      const input = document.createElement("textarea");
      input.name = pair[0];
      input.value = pair[1];
      sent.append(input);
    });
    document.body.append(sent);
    sent.submit();
  }

  function offer(form, key, draft, before) {
    const box = element("div", "notice notice--info draft-offer", "");
    const name = (draft.fields.find(function (pair) { return pair[0] === "name"; }) || [])[1];
    const when = new Date(draft.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    box.append(element("p", "", "This browser kept an unsaved draft" + (name ? " of “" + name + "”" : "") + " from " + when + "."));
    const actions = element("div", "actions", "");
    const yes = element("button", "button button--small", "Restore it");
    const no = element("button", "button button--quiet button--small", "Discard");
    yes.type = no.type = "button";
    yes.addEventListener("click", function () {
      before();
      session(STORE + key, draft.id);
      restore(form, draft);
    });
    no.addEventListener("click", function () {
      drop(key, draft.id);
      box.remove();
    });
    actions.append(yes, no);
    box.append(actions);
    form.prepend(box);
    document.dispatchEvent(new CustomEvent("announce", { detail: "There is an unsaved draft you can restore." }));
  }

  function watch(form) {
    const key = form.dataset.draft;
    const start = fieldsOf(form);
    const returned = form.hasAttribute("data-unsaved");
    const newId = function () { return Date.now().toString(36) + Math.random().toString(36).slice(2, 8); };
    const visit = performance.getEntriesByType("navigation")[0];
    const revisited = Boolean(visit) && visit.type !== "navigate";
    let id = (key && session(STORE + key)) || newId();
    let leaving = false;
    let timer = 0;
    const hasFile = function () { return Array.from(form.querySelectorAll("input[type=file]")).some(function (input) { return input.files.length; }); };
    const dirty = function () { return returned || !same(fieldsOf(form), start); };

    function keep() {
      window.clearTimeout(timer);
      if (!key || leaving) { return; }
      const others = read(key).filter(function (draft) { return draft.id !== id; });
      const mine = dirty() ? [{ id: id, time: Date.now(), action: addressOf(form), fields: fieldsOf(form) }] : [];
      if (mine.length || touched) { write(key, mine.concat(others)); }
    }

    let touched = returned;
    if (key) {
      /* Whoever goes back to a page that came back, or reloads it, finds it as the site sent it: without what was typed since. */
      if (!returned || revisited) {
        const waiting = read(key).filter(function (draft) { return !same(draft.fields, start); });
        if (waiting.some(function (draft) { return draft.id === id; })) { id = newId(); }
        waiting.slice(0, 3).reverse().forEach(function (draft) {
          offer(form, key, draft, function () { leaving = true; });
        });
      }
      session(STORE + key, id);
    }

    function changed() {
      touched = true;
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, 400);
    }
    /* On the document: some fields stand outside the form that they belong to. */
    document.addEventListener("input", function (event) {
      if (event.target === form || event.target.form === form) { changed(); }
    });
    /* A row that the site added, removed or moved is work too, though nobody typed. */
    form.addEventListener("htmx:afterSettle", function () { if (dirty()) { changed(); } });

    form.addEventListener("submit", function (event) {
      const button = event.submitter;
      /* A print opens beside the page: the form stays where it is, unsaved. */
      if (button && button.formTarget === "_blank") { return; }
      keep();
      leaving = true;
      window.setTimeout(function () { leaving = false; }, 4000);
      const saves = !button || !button.name || button.name === "save";
      if (key && saves) {
        const path = new URL(addressOf(form), location.href).pathname;
        session(PENDING, JSON.stringify({ key: key, id: id, path: path, from: location.pathname }));
      }
    });

    window.addEventListener("pageshow", function (event) {
      leaving = false;
      /* Back from memory after a save that got no answer: whatever page comes next, the save did not lead there. */
      if (event.persisted) { session(PENDING, null); }
    });
    window.addEventListener("pagehide", function () { if (touched) { keep(); } });
    if (form.hasAttribute("data-warn-unsaved")) {
      window.addEventListener("beforeunload", function (event) {
        if (touched) { keep(); }
        if (!leaving && (dirty() || hasFile())) { event.preventDefault(); }
      });
    }
  }

  tidy();
  settlePending();
  /* Only then every deferred script has run, and the first reading is that of the untouched form. */
  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("form[data-warn-unsaved], form[data-draft]").forEach(watch);
  });
}());
