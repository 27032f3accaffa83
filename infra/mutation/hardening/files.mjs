import { gateway, group } from './guards.mjs';

const fileHeaders = gateway('files/file-headers.ts');
const filesOrigin = gateway('files/files-origin.ts');
const filesSpec = gateway('files/files-origin.spec.ts');
export const files = group('files', [
  {
    name: 'uploads are stored as they are',
    file: gateway('uploads/image-store.service.ts'),
    find: 'const cleaned = await this.cleaner.clean(image);',
    replace: 'const cleaned = image;',
    spec: gateway('uploads/clean-images.spec.ts'),
    test: 'a jpeg loses its comments and trailing data',
  },
  {
    name: 'a declared type decides what an upload is',
    file: gateway('uploads/image-kind.ts'),
    find: 'if (start.length < SIGNATURE_BYTES) return undefined;',
    replace: "if (start.length >= 0) return 'jpg';",
    spec: gateway('uploads/uploads.spec.ts'),
    test: 'an SVG is rejected and leaves no file',
  },
  {
    name: 'images have any number of pixels',
    file: gateway('uploads/image-cleaner.ts'),
    find: 'this.config.uploads.maxPixels',
    replace: '1e9',
    spec: gateway('uploads/clean-images.spec.ts'),
    test: 'damaged, oversized and unsupported images are rejected',
  },
  {
    name: 'any number of images waits',
    file: gateway('uploads/image-cleaner.ts'),
    find: 'MAX_WAITING = 24',
    replace: 'MAX_WAITING = 1_000',
    spec: gateway('uploads/clean-images.spec.ts'),
    test: 'the queue is bounded, and further images are rejected at once',
  },
  {
    name: 'files have no Content-Disposition',
    file: fileHeaders,
    find: "    .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; filename=\"${name}\"`);",
    replace: ';',
    spec: filesSpec,
    test: 'files are served inline, sandboxed and with a safe name',
  },
  {
    name: 'downloads are shown in the browser',
    file: fileHeaders,
    find: 'downloadName === undefined && INLINE.test(key)',
    replace: 'INLINE.test(key)',
    spec: filesSpec,
    test: 'a download link serves the file as an attachment',
  },
  {
    name: 'files run scripts',
    file: fileHeaders,
    find: "\"sandbox; default-src 'none';",
    replace: '"default-src *;',
    spec: filesSpec,
    test: 'files are served inline, sandboxed and with a safe name',
  },
  {
    name: 'browsers guess the type of a file',
    file: gateway('http/security-headers.ts'),
    find: "  'x-content-type-options': 'nosniff',\n",
    replace: '',
    spec: filesSpec,
    test: 'files are served inline, sandboxed and with a safe name',
  },
  {
    name: 'the files origin serves pages and the API',
    file: filesOrigin,
    find: 'if (isFilesHost && !isFileRequest) throw',
    replace: 'if (false) throw',
    spec: filesSpec,
    test: 'the files host serves nothing else',
  },
  {
    name: 'the origin of the pages serves files',
    file: filesOrigin,
    find: 'if (!isFilesHost && isFileRequest) return',
    replace: 'if (false) return',
    spec: filesSpec,
    test: 'the host of the pages redirects file requests',
  },
]);
