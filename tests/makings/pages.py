"""What the tests of pages share: addresses, and the posted fields of a document."""

import re

from django.urls import reverse

from bestiary.forms.makings import AncestryBuilder, ClassBuilder
from bestiary.wardrobe import Wardrobe
from tests.makings.things import ancestry_doc, class_doc

CHECK = "bestiary:pair_check"


def url(kind: str, page: str, thing=None) -> str:
    """The address of a page of "ancestry" or "class"."""
    return reverse(f"bestiary:{kind}_{page}", args=[thing.uid] if thing else [])


def posted_ancestry(*, visibility: str = "private", **changes) -> dict:
    """The posted fields of the guide's example; `changes` go over them, None takes a field away."""
    return _posted(AncestryBuilder.from_document(ancestry_doc(), visibility=visibility), changes)


def posted_class(document: dict | None = None, *, visibility: str = "private", **changes) -> dict:
    """The posted fields of a class; its outfits are those it has, by the keys of its wardrobe."""
    document = document or class_doc()
    form = ClassBuilder.choosing_from(Wardrobe(kept=document))
    return _posted(form.from_document(document, visibility=visibility), changes)


def _posted(builder, changes: dict) -> dict:
    data = dict(builder.posted().lists()) | changes
    return {name: value for name, value in data.items() if value is not None}


def text_of(response) -> str:
    """What a page says: the text of its main part, blanks made one."""
    html = response.content.decode()
    main = html[html.index("<main") : html.index("</main>")] if "<main" in html else html
    return " ".join(re.sub(r"<[^>]+>", " ", main).replace("&#x27;", "'").split())


def message_at(response, field: str) -> str:
    """The message beside a field."""
    found = re.search(rf'<p class="field__error" id="id_{field}_error"[^>]*>(.*?)</p>', response.content.decode(), re.S)
    assert found, f"no place for the message of {field}"
    return found[1].strip()
