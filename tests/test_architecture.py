"""The shape of the house: who may import whom, and what no file may contain."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import UniqueConstraint

from accounts.guests import owned_models
from accounts.models import User

ROOT = Path(__file__).parent.parent
APPS = ("accounts", "bestiary", "encounters", "shop")
SOURCES = sorted(path for app in (*APPS, "config") for path in (ROOT / app).rglob("*.py"))
RULES = [path for path in SOURCES if "rules" in path.relative_to(ROOT).parts]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
HTML = [path for path in TEMPLATES if path.suffix in (".html", ".jinja")]


def name_of(path: Path) -> str:
    """A path as the tests show it."""
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    """The dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    """Every module a file imports, wherever in the file, as dotted names; `from a import b` gives a and a.b."""
    module, found = module_of(path), set()
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            found |= {start} | {f"{start}.{alias.name}" for alias in node.names}
    return found


def is_inside(module: str, *packages: str) -> bool:
    """Whether a module is one of the packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def role_of(path: Path) -> str:
    """models, forms, views, …: the file's name, or the package's when a file grew into one."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[1] if len(parts) > 1 else ""


def test_there_are_rules_to_look_at():
    assert {name_of(path) for path in RULES} >= {
        "bestiary/rules/__init__.py",
        "bestiary/rules/worlds_awakening/__init__.py",
        "encounters/rules/worlds_awakening/__init__.py",
    }


def test_a_fresh_python_imports_the_rules_without_django():
    modules = sorted({module_of(path) for path in RULES})
    code = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print(sorted(name for name in sys.modules if name.split('.')[0] in ('django', 'config', 'accounts')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_import_only_the_standard_library_and_rules(path):
    app = path.relative_to(ROOT).parts[0]
    strangers = {
        module
        for module in imports_of(path)
        if module.split(".")[0] not in sys.stdlib_module_names
        and not is_inside(module, f"{app}.rules", "bestiary.rules")
    }
    assert not strangers


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_know_no_clock_and_no_global_dice(path):
    assert not any(
        is_inside(module, "time", "datetime", "secrets", "uuid", "os", "socket") for module in imports_of(path)
    )
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr == "Random", f"random.{node.attr} on line {node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random"}


# What the files of a role never import from any app; see `role_of`.
FORBIDDEN_BY_ROLE = {
    "models": ("forms", "views", "api", "pdf"),
    "querysets": ("forms", "views", "api", "pdf"),
    "documents": ("forms", "views", "api", "pdf"),
    "forms": ("views", "api", "pdf"),
    "rules": ("models", "documents", "forms", "views", "api", "pdf"),
}

# What the files of an app never import; the rules of the bestiary are a library, open to every app.
FORBIDDEN_BY_APP = {
    "accounts": ("bestiary", "encounters", "shop"),
    "bestiary": ("encounters", "shop"),
    "encounters": ("shop.models",),
    "shop": ("encounters",),
}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_imports_go_one_way(path):
    app, role, imports = path.relative_to(ROOT).parts[0], role_of(path), imports_of(path)
    forbidden = [f"{other}.{name}" for other in APPS for name in FORBIDDEN_BY_ROLE.get(role, ())]
    forbidden += FORBIDDEN_BY_APP.get(app, ())
    if app in APPS:
        forbidden += [f"{other}.views" for other in APPS if other != app]
    assert not {
        module for module in imports if is_inside(module, *forbidden) and not is_inside(module, "bestiary.rules")
    }


@pytest.mark.parametrize("path", [path for path in SOURCES if role_of(path) == "forms"], ids=name_of)
def test_forms_see_no_request(path):
    assert not {module for module in imports_of(path) if is_inside(module, "django.http", "django.shortcuts")}


def test_only_the_pdf_modules_touch_weasyprint():
    users = {name_of(path) for path in SOURCES if any(is_inside(module, "weasyprint") for module in imports_of(path))}
    assert users <= {"bestiary/pdf.py", "bestiary/pdf_worker.py"}


def test_the_server_starts_without_weasyprint(tmp_path):
    code = (
        "import sys, config.wsgi; from django.urls import reverse; reverse('home'); print('weasyprint' in sys.modules)"
    )
    environment = {"PATH": "", "DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("app", [app for app in APPS if (ROOT / app).exists()])
def test_an_app_can_be_imported_without_side_effects(app):
    assert (ROOT / app / "__init__.py").read_text() == ""


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_whatever_belongs_to_a_user_has_an_owner():
    """Log-in moves a guest's work by the name of this field: rows under another name would die with the guest."""
    others = {
        f"{relation.related_model._meta.label}.{relation.field.name}"
        for relation in User._meta.get_fields(include_hidden=True)
        if relation.auto_created
        and not relation.concrete
        and relation.related_model not in owned_models()
        and relation.related_model._meta.app_label in APPS
        and not relation.related_model._meta.auto_created
    }
    assert not others


def test_nothing_owned_is_unique_per_owner_that_cannot_be_handed_over():
    """A guest's row would collide with one of the account that it moves to."""
    for model in (model for model in owned_models() if not hasattr(model, "hand_over")):
        unique_fields = [set(fields) for fields in model._meta.unique_together]
        unique_fields += [set(rule.fields) for rule in model._meta.constraints if isinstance(rule, UniqueConstraint)]
        assert not any("owner" in fields for fields in unique_fields), model
        assert not model._meta.get_field("owner").unique, model


def long_files() -> list[Path]:
    """Everything people read and change by hand."""
    kinds = {".py", ".html", ".css", ".js"}
    folders = [*(ROOT / app for app in APPS), ROOT / "config", ROOT / "templates", ROOT / "static", ROOT / "tests"]
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix in kinds)
    return sorted(path for path in files if "migrations" not in path.parts and "fonts" not in path.parts)


def test_no_file_is_longer_than_400_lines():
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in long_files()}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


FORBIDDEN_IN_TEMPLATES = {
    "unescaped text": r"\|\s*safe\b|\|\s*safeseq\b|autoescape\s+(?:off|false)",
    "inline style": r"<style\b|\sstyle\s*=",
    "inline script": r"<script\b(?![^>]*\bsrc=)",
    "event handler": r"\son[a-z]+\s*=|\shx-on\b",
    "script address": r"javascript:|[\"']js:",
    "something from elsewhere": r"(?:src|href)=[\"'](?:https?:)?//[^\"']*\.(?:js|css|woff2?|png|svg)",
    "trigger filter (needs eval)": r"hx-trigger=[\"'][^\"']*\[",
}


@pytest.mark.parametrize("path", HTML, ids=name_of)
def test_a_template_holds_nothing_the_content_security_policy_refuses(path):
    text = re.sub(r"{#.*?#}|{% comment .*?{% endcomment %}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = {
        what: match.group() for what, pattern in FORBIDDEN_IN_TEMPLATES.items() if (match := re.search(pattern, text))
    }
    assert not found


@pytest.mark.parametrize("path", HTML, ids=name_of)
def test_every_form_that_changes_something_carries_its_token(path):
    for form in re.findall(r"<form\b.*?</form>", path.read_text(encoding="utf-8"), flags=re.DOTALL):
        opening = form[: form.index(">")]
        if re.search(r"method=[\"']?post", opening, flags=re.IGNORECASE):
            assert "{% csrf_token %}" in form or "{{ csrf_input }}" in form, opening


def test_every_requirement_is_pinned_and_says_why_it_is_there():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        assert re.fullmatch(r"[a-z0-9-]+(\[[a-z,]+\])?==[0-9][0-9a-z.]*  # \S.*", line), line


def test_ci_runs_the_test_command_of_the_readme():
    assert "make test" in (ROOT / ".ci/run").read_text().splitlines()
    assert "make test" in (ROOT / "README.md").read_text()
    assert re.search(r"^test:", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)


def test_installed_apps_are_the_ones_looked_at():
    ours = {config.name for config in apps.get_app_configs() if Path(config.path).parent == ROOT}
    assert ours <= set(APPS)
