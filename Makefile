# hallo-migrate: every target does its own set-up, on a Debian machine with Swift.

PACKAGES = libarchive-dev libarchive-tools libphonenumber-dev libsimdjson-dev libsqlite3-dev python3 strace \
  zlib1g-dev
# A browser for the tests of web pages, which are skipped where there is none.
BROWSER = chromium
BINARY = .build/release/hallo-migrate
VENV = .build/venv
SOURCES = Package.swift Sources Tests Migrations
PREFIX = /usr/local

.PHONY: build demo install deb test test-crash lint format bench sweep setup browser clean

# The Swift libraries are part of the program, so that it runs where there is no Swift.
SWIFT_BUILD = swift build -c release --static-swift-stdlib --product hallo-migrate
# Says that the program in the build directory can do all that it can do.
WHOLE = .build/release/hallo-migrate.whole

build: setup
	$(SWIFT_BUILD)
	@touch $(WHOLE)

# The main job, on the sample database. Without live Firestore, which takes minutes longer to build.
demo: setup
	@rm -f $(WHOLE)
	$(SWIFT_BUILD) --disable-default-traits
	@Samples/demo.sh $(BINARY)

# The program with completions and manual pages; as root it does not build what is built already.
install: $(WHOLE)
	Packaging/install.sh $(BINARY) "$(DESTDIR)$(PREFIX)"

# A Debian package in the working directory.
deb: build
	Packaging/make-deb.sh $(BINARY)

$(WHOLE):
	$(MAKE) build

test: setup browser $(VENV)/ready
	HALLO_PYTHON=$(CURDIR)/$(VENV)/bin/python3 swift test

# Archive runs killed, starved and cut off everywhere: how many points were tried, and photos lost.
test-crash: setup
	HALLO_SWEEP=1 swift test --filter ArchiveCrashTests

lint:
	swift format lint --strict --recursive --parallel $(SOURCES)

format:
	swift format --in-place --recursive --parallel $(SOURCES)

# Side by side with other tools: migrating a million documents, archiving five thousand photos; and pulling
# and pushing a live database, where Google's emulator is installed.
bench: build
	@missed=0; \
	python3 Benchmarks/bench.py --binary $(BINARY) || missed=1; \
	python3 Benchmarks/bench.py --binary $(BINARY) --archive || missed=1; \
	python3 Benchmarks/bench.py --binary $(BINARY) --live || missed=1; \
	exit $$missed

# The long versions of the generated tests.
sweep: setup browser $(VENV)/ready
	HALLO_SWEEP=1 HALLO_PYTHON=$(CURDIR)/$(VENV)/bin/python3 swift test

# Installs the system's packages that are missing.
setup:
	@dpkg -s $(PACKAGES) >/dev/null 2>&1 || { \
	  as_root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$as_root apt-get update -qq && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(PACKAGES); }

browser:
	@dpkg -s $(BROWSER) >/dev/null 2>&1 || { \
	  as_root=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	  $$as_root apt-get update -qq && \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(BROWSER); } || \
	  echo "there is no $(BROWSER): the tests in a browser are skipped"

# Google's own decoder of its export format and client of Firestore, a validator of bags, and what the
# model of the migrations in Python needs: the tests compare with them.
$(VENV)/ready: Makefile
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet 'appengine-python-standard==3.1.0' 'bagit==1.9.0' \
	  'google-cloud-firestore==2.34.1' 'phonenumbers==8.12.57'
	touch $@

clean:
	rm -rf .build
