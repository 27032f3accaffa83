#!/bin/sh
# Writes the packages of each image, those of Debian and of npm, to IMAGE.cdx.json (CycloneDX), and fails if Debian has newer versions of
# its packages: inspect-images.sh luit-services luit-gateway ... It needs Docker, and Syft (https://github.com/anchore/syft) or Go.
set -eu
command -v syft >/dev/null || syft() { go run github.com/anchore/syft/cmd/syft@v1.57.1 "$@"; }
failed=0
for image; do
  name=$(basename "$image" | tr : -)
  syft scan --quiet "docker:$image" --output "cyclonedx-json=$name.cdx.json"
  plan=$(docker run --rm --user 0:0 --entrypoint sh "$image" -c 'apt-get -qq update && apt-get --simulate upgrade')
  outdated=$(echo "$plan" | sed -n 's/^Inst //p')
  echo "$image: $(grep -o '"purl":"pkg:deb' "$name.cdx.json" | wc -l) packages of Debian, $(grep -o '"purl":"pkg:npm' "$name.cdx.json" | wc -l) of npm"
  [ -z "$outdated" ] || { echo "Rebuild $image without the cache, because Debian has newer versions:"; echo "$outdated"; failed=1; }
done
exit $failed
