# The README's two commands are `make table` and `make test`; each does all the set-up it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

RUN_PACKAGES := espeak-ng alsa-utils
TEST_PACKAGES := chromium-headless-shell pulseaudio pulseaudio-utils libasound2-plugins poppler-utils liblouis-bin systemd udev openscad
DEB_PACKAGES := debhelper dpkg-dev
SOAK_PACKAGES := $(DEB_PACKAGES) lintian mmdebstrap arch-test qemu-user-static systemd-container
GPIO_PACKAGES := linux-source qemu-system-x86 gcc make bc bison flex libelf-dev xz-utils cpio busybox-static
GPIO := build/gpio-kernel
HARDWARE_PACKAGES := openscad xvfb xauth libgl1-mesa-dri
NPM := tests/node_modules
PYTEST := $(BIN)/pytest
TOGETHER := -m 'not alone' --numprocesses auto --dist loadfile
ALONE := -m alone --numprocesses 2 --dist loadfile
.PHONY: setup table test test-gpio hardware soak lint bench scenarios deb clean

setup: $(VENV)/.setup

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version). Use: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || .ci/apt-install python3-venv
	$(PYTHON) -m venv $(VENV)

$(VENV)/.setup: pyproject.toml .ci/constraints.txt | $(VENV)/bin/python
	@.ci/apt-install --or-go-on $(RUN_PACKAGES)
	$(BIN)/pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e .
	@.ci/install-lgpio $(VENV)
	@touch $@

$(VENV)/.test-tools: $(VENV)/.setup
	@.ci/apt-install $(RUN_PACKAGES) $(TEST_PACKAGES)
	$(BIN)/pip install --quiet --disable-pip-version-check -c .ci/constraints.txt -e '.[test]'
	@touch $@

# What npm has for the proofs of the page; Lighthouse, which is most of it, is for soak and bench alone.
$(NPM)/.fetched: tests/package.json tests/package-lock.json
	@.ci/npm-fetch --omit=optional
	@touch $@

$(NPM)/.lighthouse: tests/package.json tests/package-lock.json
	@.ci/npm-fetch
	@touch $@ $(NPM)/.fetched

table: setup
	$(BIN)/uno-companion run --simulate

test: lint $(NPM)/.fetched
	$(PYTEST) $(TOGETHER)
	$(PYTEST) $(ALONE)

$(GPIO)/venv/.setup: pyproject.toml .ci/constraints.txt | $(VENV)/bin/python
	$(PYTHON) -m venv $(GPIO)/venv
	$(GPIO)/venv/bin/pip install --quiet --disable-pip-version-check -c .ci/constraints.txt \
		-e . pytest pytest-timeout httpx
	@.ci/install-lgpio --anywhere $(GPIO)/venv
	@touch $@

test-gpio:
	@[ "$$(uname -m)" = x86_64 ] || { echo "make test-gpio builds a kernel for amd64; run it there." >&2; exit 1; }
	@.ci/apt-install $(GPIO_PACKAGES)
	@$(MAKE) --no-print-directory $(GPIO)/venv/.setup
	tests/gpio_kernel/build-kernel $(GPIO)
	$(GPIO)/venv/bin/python tests/gpio_kernel/pack.py $(GPIO)/initramfs
	tests/gpio_kernel/boot $(GPIO)

# STL files and pictures of the dispenser into build/hardware; tables and drawings of the wiring anew. Some minutes.
hardware: $(VENV)/.test-tools
	@.ci/apt-install $(HARDWARE_PACKAGES)
	LIBGL_ALWAYS_SOFTWARE=1 $(BIN)/python -m hardware.workshop build/hardware

soak: $(VENV)/.test-tools $(NPM)/.lighthouse
	@.ci/apt-install --or-go-on $(SOAK_PACKAGES)
	UNO_SOAK=1 $(PYTEST) $(TOGETHER) --timeout 3600
	UNO_SOAK=1 $(PYTEST) $(ALONE) --timeout 3600

lint: $(VENV)/.test-tools
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/.test-tools $(NPM)/.lighthouse
	$(BIN)/python -m tests.bench.bench

# Packages for both processors; each carries all it needs of Python, for bookworm and trixie.
deb: setup
	@.ci/apt-install $(DEB_PACKAGES)
	systemd/make-deb $(BIN)/pip amd64 arm64

scenarios: setup
	$(BIN)/uno-companion replay tests/*/*.table
	$(BIN)/uno-companion replay --hardware tests/*/*.table

clean:
	rm -rf $(VENV) $(NPM) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
