import { t } from '@lingui/core/macro';

/** Example prompts, in the language of the page. The sample video shows the first. */
export const samplePrompts = {
  get boat() {
    return t`A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank`;
  },
  get teaGarden() {
    return t`First rain over a tea garden in Jorhat, leaves shining, a drone rises slowly`;
  },
  get loom() {
    return t`Hands at a loom by lamplight, golden muga silk, close, the shuttle flies left to right`;
  },
};
