# Builds, tests and installs Haru; `make` alone lists the targets.

PREFIX = /usr/local
SYSCONFDIR = /etc
BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec/haru
DATADIR = $(PREFIX)/share
# The home that the prefix is in, which is then for its user alone.
USER_HOME := $(shell { echo "$$HOME"; getent passwd | cut -d : -f 6; } | \
  awk -v prefix='$(PREFIX)/' 'length > 1 && index(prefix, $$0 "/") == 1 { print; exit }')
# A session reads these two places, whatever the prefix.
AUTOSTARTDIR = $(if $(USER_HOME),$(USER_HOME)/.config/autostart,$(SYSCONFDIR)/xdg/autostart)
UNITDIR = $(if $(USER_HOME),$(USER_HOME)/.config/systemd/user,$(PREFIX)/lib/systemd/user)
DESTDIR =

ID := io.github.haru.Haru
LANGUAGES := $(patsubst share/locale/%.po,%,$(wildcard share/locale/*.po))
SHELLS := bash zsh fish
SCHEMAS := $(notdir $(wildcard share/haru/schemas/*.json))
EXAMPLES := $(shell cd share/haru/examples && find * -type f | sort)
# The locales that the tests need: those of English and of every catalogue, and some whose dates and
# numbers are written in another way.
LOCALES := $(sort en_GB en_US ar_EG de_DE ja_JP \
  $(shell sed -n 's/^"X-Locale: \(.*\)\\n"$$/\1/p' share/locale/*.po))

# A folder with only the static libstdc++, so that the linker takes it: with the shared one each
# start looks up four thousand symbols.
STATIC = $(BUILD)/static
# The toolchain's usual linker, gold, warns of a call of mktemp in Foundation that no program makes.
LLD = -Xswiftc -use-ld=lld -Xlinker --no-eh-frame-hdr $(LEAVE_OUT)
# The linker of Swift 6.0 and 6.1 fails for the script.
LEAVE_OUT = $(if $(shell swift --version 2>/dev/null | grep 'version 6\.[01]'),,-Xlinker "-T$(CURDIR)/packaging/programs.ld")
# No function is offered to other programs, none looks for libraries beside itself, and libgcc is none of them: what
# that saves is in Benchmarks/README.md#what-makes-programs-start-fast. Which programs lie at a fixed address,
# Package.swift says.
# Binding every address before the start would cost a twenty-fifth of it, and is no default of Debian's.
SMALL = --disable-local-rpath -Xlinker --no-export-dynamic -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
# What debuggers read names this folder, and changes the build id. Without it, a program is the same in every
# folder.
ANYWHERE = -debug-info-format none
# The sources of `make source` bring the one Swift package along that Haru needs.
PARSER = swift-argument-parser
ifneq ($(wildcard $(PARSER)/Package.swift),)
export HARU_ARGUMENT_PARSER = $(CURDIR)/$(PARSER)
endif
# CI has SwiftPM check that an import is an arrow that Package.swift has. Debian's Swift 6.2.3 aborts when it does.
ARROWS = $(if $(HARU_CHECKS_IMPORTS),--explicit-target-dependency-import-check error)
SWIFT_BUILD = swift build $(ARROWS) -c release --static-swift-stdlib -Xlinker "-L$(CURDIR)/$(STATIC)" $(LLD) \
  $(SMALL) $(ANYWHERE) $(if $(CROSS),$(FOR_ARM64))
# A Swift package asks pkg-config for the machine that it is built on, unless told otherwise.
FOR_ARM64 = --swift-sdks-path $(BUILD)/sdks --swift-sdk aarch64-unknown-linux-gnu --scratch-path $(SCRATCH) \
  --pkg-config-path "$(CURDIR)/$(SYSROOT)/usr/lib/aarch64-linux-gnu/pkgconfig" \
  --pkg-config-path "$(CURDIR)/$(SYSROOT)/usr/share/pkgconfig"
BUILT := haru haru-agent haru-draw haru-edit haru-repo haru-console
# Where the programs find translations before they are installed.
export TEXTDOMAINDIR := $(CURDIR)/.build/locale
# Where the agent finds its guests before they are installed.
export HARU_SHARE := $(CURDIR)/share
# The date on haru(1): the last change of its options.
MAN_DATE := 2026-12-01
# The one place of the version; and when it was released, which is the date of the files in packages.
VERSION := $(shell sed -n 's/.* version = "\(.*\)"/\1/p' Sources/HaruCore/Identity.swift)
RELEASED := $(shell sed -n 's/.*<release .*date="\([-0-9]*\)".*/\1/p;T;q' share/metainfo/$(ID).metainfo.xml)
# The last release, whose programs share a folder with these in tests.
FORMER := $(shell sed -n 's/^RELEASE = "\(.*\)"/\1/p' Tests/Harness/home.py)
# The processor of the programs. For arm64 another one builds them, with the sysroot of Scripts/sysroot, and runs
# them by qemu.
THIS_ARCH := $(patsubst aarch64,arm64,$(patsubst x86_64,amd64,$(shell uname -m)))
ARCH := $(THIS_ARCH)
CROSS := $(filter-out $(THIS_ARCH),$(ARCH))
# As the kernel, RPM and Arch call it.
MACHINE := $(if $(CROSS),aarch64,$(shell uname -m))
# Where what has the processor in it is built.
BUILD := .build$(if $(CROSS),/arm64)
PACKAGES := $(BUILD)/packages
# Where Swift builds.
SCRATCH := $(BUILD)$(if $(CROSS),/build)
SYSROOT = .build/arm64/sysroot
# What `install` takes: the programs, the completions that they have written, and where it writes what names
# the programs. Tests give it those of their own build.
PROGRAMS = $(SCRATCH)/$(if $(CROSS),aarch64-unknown-linux-gnu/)release
STRIP = $(if $(CROSS),aarch64-linux-gnu-strip,strip)
RUN = $(if $(CROSS),qemu-aarch64 -L $(SYSROOT))
COMPLETIONS = .build/completions
INSTALLED = .build/installed

# Every installed file, as destination=source in the shell's quotes, for `install` and `uninstall`.
FILES = \
  '$(BINDIR)/haru=$(PROGRAMS)/haru' \
  '$(BINDIR)/haru-agent=$(PROGRAMS)/haru-agent' \
  '$(LIBEXECDIR)/haru-draw=$(PROGRAMS)/haru-draw' \
  '$(LIBEXECDIR)/haru-edit=$(PROGRAMS)/haru-edit' \
  '$(LIBEXECDIR)/haru-repo=$(PROGRAMS)/haru-repo' \
  '$(AUTOSTARTDIR)/$(ID).desktop=share/autostart/$(ID).desktop' \
  '$(UNITDIR)/haru.service=$(INSTALLED)/haru.service' \
  '$(DATADIR)/applications/$(ID).desktop=share/applications/$(ID).desktop' \
  '$(DATADIR)/dbus-1/interfaces/$(ID)1.xml=share/dbus-1/interfaces/$(ID)1.xml' \
  '$(DATADIR)/dbus-1/services/$(ID).service=$(INSTALLED)/$(ID).service' \
  '$(DATADIR)/gnome-shell/search-providers/$(ID).search-provider.ini=share/gnome-shell/search-providers/$(ID).search-provider.ini' \
  '$(DATADIR)/krunner/dbusplugins/$(ID).desktop=share/krunner/dbusplugins/$(ID).desktop' \
  '$(DATADIR)/icons/hicolor/scalable/apps/$(ID).svg=share/icons/hicolor/scalable/apps/$(ID).svg' \
  '$(DATADIR)/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg=share/icons/hicolor/symbolic/apps/$(ID)-symbolic.svg' \
  '$(DATADIR)/metainfo/$(ID).metainfo.xml=share/metainfo/$(ID).metainfo.xml' \
  '$(DATADIR)/man/man1/haru.1=share/man/haru.1' \
  '$(DATADIR)/man/man1/haru-agent.1=share/man/haru-agent.1' \
  '$(DATADIR)/man/man5/haru.conf.5=share/man/haru.conf.5' \
  '$(DATADIR)/man/man7/haru-sync.7=share/man/haru-sync.7' \
  '$(DATADIR)/bash-completion/completions/haru=$(COMPLETIONS)/haru.bash' \
  '$(DATADIR)/zsh/site-functions/_haru=$(COMPLETIONS)/haru.zsh' \
  '$(DATADIR)/fish/vendor_completions.d/haru.fish=$(COMPLETIONS)/haru.fish' \
  $(foreach s,$(SCHEMAS),'$(DATADIR)/haru/schemas/$s=share/haru/schemas/$s') \
  '$(DATADIR)/haru/guests/repositories.json=share/haru/guests/repositories.json' \
  $(foreach e,$(EXAMPLES),'$(DATADIR)/doc/haru/examples/$e=share/haru/examples/$e') \
  $(foreach l,$(LANGUAGES),'$(DATADIR)/locale/$l/LC_MESSAGES/haru.mo=.build/locale/$l/LC_MESSAGES/haru.mo')

.PHONY: help asserting deps deps-test deps-arm64 deps-packages deps-machines deps-servers deps-carried deps-sources build build-tests run test test-quick test-servers test-widgets test-machines test-former test-sources languages lint gallery bench torture sanitize install uninstall source deb tarball rpm pkgbuild lint-packages check-reproducible test-packages test-builds release clean locale locales pot po man check-man
# Nothing here is faster in parallel: the Swift builds would wait for one another.
.NOTPARALLEL:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: deps build ## build Haru and start it
	@Scripts/run

test: build-tests ## run all tests (minutes)
	Scripts/test

test-quick: build-tests ## run the tests that need no desktop and no clock
	Scripts/test --quick

# SERVERS="dunst mako" runs some, WITHOUT="idle heard" all rows but these. HARU_BUILD_KIND=debug takes the build of
# `swift build` as it is.
test-servers: deps-servers $(if $(filter debug,$(HARU_BUILD_KIND)),,build) ## click on the real notification servers (minutes)
	Tests/Servers/servers.py $(WITHOUT:%=--without %) $(SERVERS)

test-widgets: deps-servers $(if $(filter debug,$(HARU_BUILD_KIND)),,build) ## click on the example widgets of GNOME and Plasma
	Tests/Servers/widgets.py

# ROWS="git stick" runs some. HARU_NEXTCLOUD=FOLDER is an unpacked release of Nextcloud's server, for its row.
test-machines: deps-carried $(if $(filter debug,$(HARU_BUILD_KIND)),,build) .build/$(FORMER)/haru ## let real programs carry days between machines (minutes)
	Tests/Carried/carried.py $(ROWS:%=--row %)

# SCALE=0.1 lives a tenth of the histories and days, and SEED=N repeats a run.
test-former: deps-test $(if $(filter debug,$(HARU_BUILD_KIND)),,build) .build/$(FORMER)/haru ## compare with the last release, and take its stores over (an hour)
	Tests/Torture/torture.py --scale $(SCALE) $(if $(SEED),--seed $(SEED)) same_history migrations reloads

# Neither Anki nor the server of ActivityWatch is a package of Debian 12.
test-sources: deps-sources .build/sources/bin/aw-server .build/anki/bin/anki $(if $(filter debug,$(HARU_BUILD_KIND)),,build) ## let real programs tell what was studied: Anki, and those of the examples (minutes)
	Tests/Sources/examples.py
	Tests/Sources/anki.py

# What it is built on is as old as it is.
.build/sources/bin/aw-server:
	/usr/bin/python3 -m venv .build/sources
	.build/sources/bin/pip install --quiet aw-server==0.12.0 aw-core==0.5.18 peewee==3.17.6 flask==2.2.5 'werkzeug<3'

.build/anki/bin/anki:
	/usr/bin/python3 -m venv .build/anki
	.build/anki/bin/pip install --quiet aqt==26.9.3

# IN="de ar" and SERVERS="dunst mako" take some.
languages: deps-servers locales locale $(if $(filter debug,$(HARU_BUILD_KIND)),,build) ## show every language on the real notification servers (90 minutes)
	Tests/Servers/languages.py $(addprefix --language ,$(IN)) $(SERVERS)

# Debian's Swift 6.2 lacks the library that is linked where Testing meets Foundation, which no test calls.
NO_OVERLAYS = -Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlays

# A failed test names its line without what debuggers read, which is a tenth of the build.
build-tests: deps-test locales locale
	swift build $(ARROWS) --build-tests $(NO_OVERLAYS) $(ANYWHERE) -Xswiftc -use-ld=lld

# ARCH=arm64 builds for that processor on another.
build: $(if $(CROSS),deps-arm64) locale $(STATIC)/libstdc++.a ## build the programs for use
	$(if $(CROSS),$(foreach program,$(BUILT),PKG_CONFIG_SYSROOT_DIR="$(CURDIR)/$(SYSROOT)" $(SWIFT_BUILD) --product $(program) &&) true,$(SWIFT_BUILD))
	@mkdir -p .build/completions
	@# `haru` has `haru-repo` write its part, which nothing starts by itself where the processor is another.
	$(if $(CROSS),@printf '#!/bin/sh\nexec $(RUN) $(PROGRAMS)/haru-repo "$$@"\n' | \
	  install -D -m 755 /dev/stdin $(PROGRAMS)/../libexec/haru/haru-repo)
	@for shell in $(SHELLS); do \
	  $(RUN) $(PROGRAMS)/haru --generate-completion-script $$shell >.build/completions/haru.$$shell \
	    || exit; \
	done
	@# A shell reads the completion and does not run it.
	@sed -i '1{/^#!/d}' .build/completions/haru.bash

$(STATIC)/libstdc++.a: $(if $(CROSS),$(SYSROOT))
	@mkdir -p $(@D)
	ln -sf "$(if $(CROSS),$(CURDIR)/$(SYSROOT)/usr/lib/gcc/aarch64-linux-gnu/12/libstdc++.a,$$(g++ -print-file-name=libstdc++.a))" $@

.build/arm64/sysroot:
	Scripts/sysroot

# The word of the agent in a file: BINDIR may have a blank.
empty :=
AGENT = $(if $(findstring $(empty) $(empty),$(BINDIR)),$(1)$(BINDIR)/haru-agent$(1),$(BINDIR)/haru-agent)
install: ## install into PREFIX (/usr/local), below DESTDIR if given
	@test -e "$(COMPLETIONS)/haru.fish" || { echo "install: run make build first" >&2; exit 1; }
	@mkdir -p "$(INSTALLED)"
	@sed "s|@AGENT@|$(call AGENT,\")|" share/systemd/user/haru.service.in >"$(INSTALLED)/haru.service"
	@sed "s|@AGENT@|$(call AGENT,')|" share/dbus-1/services/$(ID).service.in \
	  >"$(INSTALLED)/$(ID).service"
	@set -e; for file in $(FILES); do \
	  from=$${file#*=} to="$(DESTDIR)$${file%%=*}"; \
	  case $$from in \
	    '$(PROGRAMS)'/*) install -D -s --strip-program=$(STRIP) -m 755 "$$from" "$$to" ;; \
	    *) install -D -m 644 "$$from" "$$to" ;; \
	  esac; \
	  echo "$$to"; \
	done
	@# A newer folder makes desktops ignore an old icon cache, so they find the new icons.
	@touch "$(DESTDIR)$(DATADIR)/icons/hicolor"
	@test -n "$(DESTDIR)" || echo "To start Haru at login: haru autostart enable"

uninstall: ## remove every installed file, and none of your days
	@for file in $(FILES); do rm -f -- "$(DESTDIR)$${file%%=*}"; done
	@test -n "$(DESTDIR)" || echo "Your days stay in ~/.local/share/haru, your settings in ~/.config/haru"

# What others build from, without a network: the last commit, and the Swift package as it is resolved.
# A revision of Debian's is newer than the package of `make deb`.
SOURCES := $(PACKAGES)/source
ORIG = $(SOURCES)/haru_$(VERSION).orig
source: deps-packages ## pack the sources for Debian, RPM and Arch in .build/packages/source
	swift package resolve
	rm -rf $(SOURCES)
	@mkdir -p $(SOURCES)
	git archive --prefix=haru-$(VERSION)/ HEAD | xz -T1 >$(ORIG).tar.xz
	git -C .build/checkouts/$(PARSER) archive --prefix=$(PARSER)/ HEAD | xz -T1 >$(ORIG)-$(PARSER).tar.xz
	tar -C $(SOURCES) -xf $(ORIG).tar.xz
	tar -C $(SOURCES)/haru-$(VERSION) -xf $(ORIG)-$(PARSER).tar.xz
	cp -rp $(SOURCES)/haru-$(VERSION)/packaging/debian $(SOURCES)/haru-$(VERSION)
	Scripts/debian-changelog -1 >$(SOURCES)/haru-$(VERSION)/debian/changelog
	chmod -R go=rX $(SOURCES)/haru-$(VERSION)/debian
	cd $(SOURCES)/haru-$(VERSION) && dpkg-buildpackage --build=source --no-pre-clean --no-sign --no-check-builddeps
	rm -r $(SOURCES)/haru-$(VERSION)
	{ printf '%%global %s\n' 'haru_sources 1' 'haru_version $(VERSION)' 'haru_date $(RPM_DATE)'; \
	  cat packaging/rpm/haru.spec; } >$(SOURCES)/haru.spec
	sed "s/@VERSION@/$(VERSION)/; s/@SHA256@/$$(sha256sum <$(ORIG).tar.xz | cut -d ' ' -f 1)/; \
	  s/@SHA256_PARSER@/$$(sha256sum <$(ORIG)-$(PARSER).tar.xz | cut -d ' ' -f 1)/" \
	  packaging/arch/source/PKGBUILD >$(SOURCES)/PKGBUILD
	cp packaging/arch/haru.install $(SOURCES)

deb tarball rpm: export SOURCE_DATE_EPOCH = $(shell date --utc --date=$(RELEASED) +%s)
# Built in a folder of its own, with this one as its sources. The compiler may be another than Debian's.
deb: deps-packages ## build the Debian package in .build/packages
	rm -rf $(BUILD)/deb
	@mkdir -p $(BUILD)/deb/haru $(PACKAGES)
	cp -r packaging/debian $(BUILD)/deb/haru
	Scripts/debian-changelog >$(BUILD)/deb/haru/debian/changelog
	cd $(BUILD)/deb/haru && TREE="$(CURDIR)" dpkg-buildpackage --build=binary $(CROSS:%=--host-arch=%) --no-sign --no-check-builddeps
	cp $(BUILD)/deb/*.deb $(PACKAGES)

ARCHIVE := haru-$(VERSION)-$(MACHINE)-linux
# What `make install` lays out below /usr, so that other packages can be made from it.
tarball: deps-packages build ## build the archive that runs from anywhere
	rm -rf $(BUILD)/tarball
	@mkdir -p $(PACKAGES)
	@$(MAKE) --no-print-directory install DESTDIR="$(CURDIR)/$(BUILD)/tarball" PREFIX=/usr >/dev/null
	mv $(BUILD)/tarball/usr $(BUILD)/tarball/$(ARCHIVE)
	mv $(BUILD)/tarball/etc $(BUILD)/tarball/$(ARCHIVE)/etc
	cp packaging/tarball/README LICENSE CHANGELOG.md $(BUILD)/tarball/$(ARCHIVE)
	cp packaging/debian/copyright $(BUILD)/tarball/$(ARCHIVE)/COPYRIGHT
	cp $(firstword $(wildcard $(PARSER)) $(SCRATCH)/checkouts/$(PARSER))/LICENSE.txt $(BUILD)/tarball/$(ARCHIVE)/LICENSE-Apache-2.0
	tar --create --directory=$(BUILD)/tarball --sort=name --owner=0 --group=0 --numeric-owner \
	  --mtime=@$$SOURCE_DATE_EPOCH --mode=go+rX-w $(ARCHIVE) | xz -9 -T1 >$(PACKAGES)/$(ARCHIVE).tar.xz

RPM_DATE = $(shell LC_ALL=C date --utc '+%a %b %d %Y' --date=$(RELEASED))
rpm: tarball ## build the RPM package, from the archive
	rm -rf $(BUILD)/rpm
	@mkdir -p $(BUILD)/rpm
	@# It is told links to the two folders, because it reads none with a blank in its path.
	links=$$(mktemp -d) && trap 'rm -r "$$links"' EXIT && \
	ln -s "$(CURDIR)/$(BUILD)/rpm" "$$links/build" && ln -s "$(CURDIR)/$(PACKAGES)" "$$links/sources" && \
	rpmbuild -bb --quiet --target $(MACHINE) --define "haru_version $(VERSION)" \
	  --define "haru_date $(RPM_DATE)" \
	  --define "_topdir $$links/build" --define "_sourcedir $$links/sources" \
	  --define "use_source_date_epoch_as_buildtime 1" --define "clamp_mtime_to_source_date_epoch 1" \
	  --define "_buildhost localhost" --define "_binary_payload w19.zstdio" packaging/rpm/haru.spec
	cp $(BUILD)/rpm/RPMS/*/*.rpm $(PACKAGES)

pkgbuild: tarball ## write Arch's PKGBUILD, for the archive
	Scripts/pkgbuild $(VERSION) $(PACKAGES)

lint-packages: deps-packages ## check the packages that were built
	@# The standards that we follow, and the field Static-Built-Using, are newer than lintian of Debian 12.
	lintian --pedantic --display-info --fail-on=error,warning,info,pedantic \
	  --suppress-tags=newer-standards-version,unknown-field $(BUILD)/deb/*.changes $(wildcard $(SOURCES)/*.changes)
	rpmlint --strict --config packaging/rpm/rpmlint.toml $(PACKAGES)/*.rpm
	Scripts/check-pkgbuild $(PACKAGES)
	Scripts/check-glibc $(BUILD)/tarball
	Scripts/check-addresses $(BUILD)/tarball

check-reproducible: deb rpm pkgbuild ## build the packages twice, in two folders, and compare their bytes (minutes)
	Scripts/check-reproducible $(PACKAGES)

# SUITES="bookworm trixie" tries two versions of Debian; ends with 77 where no machine boots.
SUITES = bookworm
test-packages: deps-machines .build/$(FORMER)/haru ## use the packages as a person does, on clean machines (minutes)
	Tests/Machine/packages.py $(SUITES:%=--suite %)

# SUITES="sid arm64" tries two of the rows in Tests/Machine/compilers.py; ends with 77 where no system can be made.
test-builds: deps-machines ## build with each compiler that we allow, and test, on clean systems (hours)
	Tests/Machine/compilers.py $(if $(filter command,$(origin SUITES)),$(SUITES))

# The unit is verified with another program in the place of the agent, which need not be installed.
lint: ## check sources, scripts and shared files
	swift format lint --strict -r Package.swift Sources Tests
	Scripts/check-rules
	Scripts/check-names
	Scripts/extract-messages check
	@for script in Scripts/* .ci/run; do bash -n "$$script" || exit; done
	@! command -v shellcheck >/dev/null || shellcheck Scripts/* .ci/run packaging/debian/tests/click \
	  share/haru/examples/sources/git Tests/Sources/focus-timer-day
	desktop-file-validate share/applications/*.desktop share/autostart/*.desktop \
	  share/krunner/dbusplugins/*.desktop
	appstreamcli validate --no-net share/metainfo/*.xml
	@mkdir -p .build/lint && sed 's|@AGENT@|/bin/true|' \
	  share/systemd/user/haru.service.in >.build/lint/haru.service
	@! XDG_RUNTIME_DIR="$(CURDIR)/.build/lint" systemd-analyze --user --man=no verify \
	  .build/lint/haru.service 2>&1 | grep haru.service
	@XDG_RUNTIME_DIR="$(CURDIR)/.build/lint" systemd-analyze --user security --offline=true \
	  --threshold=65 .build/lint/haru.service >.build/lint/security \
	  || { tail -1 .build/lint/security; exit 1; }
	@python3 -c 'import sys, xml.dom.minidom; [*map(xml.dom.minidom.parse, sys.argv[1:])]' \
	  share/dbus-1/interfaces/*.xml share/icons/hicolor/*/apps/*.svg
	@for language in $(LANGUAGES); do \
	  msgfmt --check -o /dev/null share/locale/$$language.po || exit; \
	done
	@! command -v mandoc >/dev/null || mandoc -T lint -W warning share/man/*.[157]

# The tests draw pictures that are missing, and compare the others.
gallery: build-tests ## draw every card again, to be reviewed
	rm -f docs/gallery/*.png
	-@Scripts/test GalleryTests >/dev/null 2>&1
	Scripts/test GalleryTests

bench: ## measure, also other programs (minutes)
	Benchmarks/run

# On Linux, swiftc has none for undefined behaviour; what that finds in C traps in every Swift build.
SANITIZER = address
sanitize: deps-test locales locale ## run all tests under a sanitizer: SANITIZER=address or thread
	swift build --build-tests --sanitize=$(SANITIZER) --scratch-path .build-$(SANITIZER)
	HARU_BUILD=.build-$(SANITIZER) LSAN_OPTIONS="suppressions='$(CURDIR)/Tests/leaks.supp':print_suppressions=0" \
	  Scripts/test

# Its own Makefile takes no blank in the name of a folder.
.build/$(FORMER)/haru:
	@mkdir -p $(@D)
	swift package resolve
	set -e; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	git archive "$$(git log -1 --format=%H --grep='^Release $(FORMER)$$')" | tar -x -C "$$folder"; \
	HARU_ARGUMENT_PARSER="$(CURDIR)/.build/checkouts/$(PARSER)" $(MAKE) -C "$$folder" build deb; \
	cp "$$folder"/.build/packages/*.deb "$(CURDIR)/$(@D)"; \
	find "$$folder/.build/release/" -maxdepth 1 -type f -perm /111 -name 'haru*' -exec cp -t "$(CURDIR)/$(@D)" {} +

# SEED=N repeats a run, and RESUME=1 goes on with one that was interrupted; SCALE=0.01 makes the short one of CI. A
# whole run asks the assertions too, and writes its page.
SCALE = 1
IS_WHOLE = $(filter 1,$(SCALE))
torture: deps-test build $(if $(IS_WHOLE),asserting .build/$(FORMER)/haru) ## attack the build for use (hours)
	Tests/Torture/torture.py --scale $(SCALE) $(if $(SEED),--seed $(SEED)) $(if $(RESUME),--resume) \
	  $(if $(IS_WHOLE),--asserting $(ASSERTING)/release --page docs/torture.md)

# The optimised programs with their assertions, which those for use have not.
ASSERTING = .build/asserting
asserting: locale $(STATIC)/libstdc++.a
	$(foreach product,$(BUILT) haru-fuzz haru-repo-fuzz haru-merge,$(SWIFT_BUILD) --scratch-path $(ASSERTING) \
	  -Xswiftc -assert-config -Xswiftc Debug --product $(product) &&) true

release: ## make a release of VERSION=… (hours, as root); publishes nothing
	@Scripts/release "$(VERSION)"

deps: ## install packages that the build needs
	@Scripts/deps

deps-test: ## install packages that build and tests need
	@Scripts/deps test

deps-arm64: ## install packages that the build for arm64 needs
	@Scripts/deps arm64

deps-packages: ## install packages that build packages
	@Scripts/deps packages

deps-machines: ## install packages that boot clean machines
	@Scripts/deps machines

deps-servers: ## install the notification servers of test-servers
	@Scripts/deps servers $(SERVERS)

deps-carried: ## install what test-machines needs
	@Scripts/deps carried

deps-sources: ## install what test-sources needs
	@Scripts/deps sources

pot: ## collect the texts for translators in share/locale/haru.pot
	Scripts/extract-messages pot

po: ## bring every translation up to date, and count what is missing
	Scripts/extract-messages
	@for language in $(LANGUAGES); do \
	  echo "$$language: $$(msgfmt --statistics -o /dev/null share/locale/$$language.po 2>&1)"; \
	done

locale: $(LANGUAGES:%=.build/locale/%/LC_MESSAGES/haru.mo) ## compile the translations

.build/locale/%/LC_MESSAGES/haru.mo: share/locale/%.po
	@mkdir -p $(@D)
	msgfmt --check -o $@ $<

# The tests have their own locales, so that the system needs none.
locales: $(LOCALES:%=.build/locales/%.UTF-8)

.build/locales/%.UTF-8:
	@mkdir -p $(@D)
	localedef -i $* -f UTF-8 $@.part
	@mv $@.part $@

man: .build/haru.1 ## write haru(1) from the help of the program
	cp .build/haru.1 share/man/haru.1

check-man: .build/haru.1
	@cmp .build/haru.1 share/man/haru.1 || { echo "share/man/haru.1 is old: make man" >&2; exit 1; }

.PHONY: .build/haru.1
.build/haru.1: build
	$(SWIFT_BUILD) --product generate-manual
	@Scripts/manual $(MAN_DATE) >$@

clean: ## remove what was built
	rm -rf .build
