# make run    the site on this machine, from nothing to its address
# make test   every test, browser tests included, from nothing
# make dev    the site with Django's development server and error pages
# make lint   style, Django's own checks, missing migrations
# make bench  measurements
#
# HOST, PORT and WORKERS may be given: make run PORT=8001. Settings come from the environment, see README.md.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := run
.PHONY: run test dev lint bench packages-to-run packages-to-test

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
WORKERS ?= 2
DATA_DIR ?= var
export PYTHON DATA_DIR

# WeasyPrint draws with Pango; without the second one a sheet takes more than twice as long.
PACKAGES_TO_RUN := libpangoft2-1.0-0 libharfbuzz-subset0
# Playwright brings a program of its own that a small Debian cannot start without libatomic1.
PACKAGES_TO_TEST := $(PACKAGES_TO_RUN) chromium libatomic1 libstdc++6

UV_VERSION := 0.13.9
COLLECTED := $(DATA_DIR)/static/staticfiles.json

run: packages-to-run .venv/ready-to-run $(COLLECTED)
	@.venv/bin/python -m config.prepare $(HOST) $(PORT)
	@exec .venv/bin/granian --interface wsgi --no-ws --host $(HOST) --port $(PORT) \
		--workers $(WORKERS) --blocking-threads 4 --blocking-threads-idle-timeout 600 \
		--respawn-failed-workers --workers-kill-timeout 10 config.wsgi:application

# The browser tests run by themselves: beside others they would measure a busy machine.
test: packages-to-test .venv/ready-to-test
	.venv/bin/python -m pytest -n 2 -m "not browser"
	.venv/bin/python -m pytest -m browser

dev: export DEBUG := 1
dev: packages-to-run .venv/ready-to-test
	@.venv/bin/python -m config.prepare $(HOST) $(PORT)
	@exec .venv/bin/python manage.py runserver $(HOST):$(PORT)

lint: .venv/ready-to-test
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/python manage.py check
	.venv/bin/python manage.py makemigrations --check --dry-run

bench: packages-to-test .venv/ready-to-test
	.venv/bin/python -m tests.bench

packages-to-run:
	@.ci/packages $(PACKAGES_TO_RUN)

packages-to-test:
	@.ci/packages $(PACKAGES_TO_TEST)

.venv/bin/uv: | packages-to-run
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed."; exit 1; }
	@echo "Making .venv"
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

# uv is quick; pip is asked where uv does not find the packages (it reads no pip configuration).
INSTALL = .venv/bin/uv pip install --quiet --python .venv/bin/python -r $(1) || .venv/bin/python -m pip install --quiet --disable-pip-version-check -r $(1)

.venv/ready-to-run: requirements.txt .venv/bin/uv
	@echo "Installing Python packages"
	@sed '/^# === /,$$d' requirements.txt > .venv/requirements-to-run.txt
	@$(call INSTALL,.venv/requirements-to-run.txt)
	@touch $@

.venv/ready-to-test: requirements.txt .venv/ready-to-run
	@echo "Installing Python packages for tests"
	@$(call INSTALL,requirements.txt)
	@touch $@

$(COLLECTED): .venv/ready-to-run config/settings.py $(shell find static -type f)
	@echo "Collecting static files"
	@.venv/bin/python manage.py collectstatic --noinput --verbosity 0
	@touch $@
