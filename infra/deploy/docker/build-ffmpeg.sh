#!/bin/sh
# Builds ffmpeg and ffprobe from Debian's source package, which gets security updates, with the parts that Luit uses and no others:
# build-ffmpeg.sh [OPTION OF configure]... Debian's own program links to 210 libraries of 240 MB and opens hundreds of formats.
# cspell:disable
set -eu
# Older images list their sources in one file, in another format.
for list in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
  [ ! -f "$list" ] || sed -i -e 's/^Types: deb$/Types: deb deb-src/' -e 's/^deb \(.*\)/&\ndeb-src \1/' "$list"
done
apt-get update -qq
apt-get install -y -qq --no-install-recommends \
  dpkg-dev gcc libc6-dev make nasm pkg-config libdav1d-dev libwebp-dev libx264-dev zlib1g-dev
cd /tmp
apt-get source -qq ffmpeg
cd ffmpeg-*/

# Videos of providers are MP4 with H.264. People verify the other formats as well (services/gateway/src/help/verifications).
video=h264,hevc,vp8,vp9,libdav1d,mpeg4,mjpeg,png,rawvideo
audio=aac,mp3,mp3float,opus,vorbis,ac3,eac3,flac,alac,pcm_s16le,pcm_s16be,pcm_s24le,pcm_f32le
parsers=h264,hevc,vp8,vp9,av1,mpeg4video,mjpeg,png,aac,mpegaudio,opus,vorbis,ac3,flac
# Besides those in the arguments of services/worker and services/media: ffmpeg inserts them to convert, to rotate and to cut.
filters=scale,fps,setpts,format,overlay,split,null,anull,aformat,aresample,trim,atrim,transpose,hflip,vflip,rotate,anullsrc

./configure --toolchain=hardened --enable-gpl \
  --disable-everything --disable-autodetect --disable-network --disable-avdevice --disable-postproc \
  --disable-ffplay --disable-doc --disable-debug --disable-static --enable-shared \
  --enable-zlib --enable-libx264 --enable-libwebp --enable-libdav1d \
  --enable-protocol=file --enable-demuxer=mov,matroska,image2,image_png_pipe --enable-muxer=mp4,image2,webp,rawvideo \
  --enable-decoder="$video,$audio" --enable-parser="$parsers" --enable-bsf=extract_extradata \
  --enable-encoder=libx264,libwebp_anim,mjpeg,rawvideo,aac --enable-filter="$filters" "$@"
make -s -j"$(nproc)" install
ldconfig
