#!/bin/sh
# Copies a program to TARGET/bin with the libraries it links to, except the C library, so that it runs in another image of the same
# Debian release: copy-program.sh PROGRAM TARGET
set -eu
name=$(basename "$1")
mkdir -p "$2/bin" "$2/lib"
cp -L "$1" "$2/lib/$name"
ldd "$1" | awk '$3 ~ "^/" && $1 !~ "^lib(c|m|dl|rt|pthread|resolv)[.]so" { print $3 }' | xargs -I FILE cp -Ln FILE "$2/lib/"
# The folder is read at run time, because the target image may copy it anywhere.
cat >"$2/bin/$name" <<'WRAPPER'
#!/bin/sh
lib=$(dirname "$(readlink -f "$0")")/../lib
LD_LIBRARY_PATH=$lib exec "$lib/$(basename "$0")" "$@"
WRAPPER
chmod 755 "$2/bin/$name"
