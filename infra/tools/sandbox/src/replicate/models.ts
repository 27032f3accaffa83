import { createHash } from 'node:crypto';
import type { ModelInput } from '../schemas/published-input';
import { notFound, unknownVersion } from './errors';
import {
  anyVideo,
  codeFormer,
  colorization,
  flux,
  olderVideo,
  restoration,
  seedance1Fast,
  seedance2,
  zeroscope,
} from './model-inputs';

export interface Model {
  /** `owner/name`. */
  name: string;
  description: string;
  /** Official models run by name, community models by the id of their only version. */
  isOfficial: boolean;
  version: string;
  input: ModelInput;
  /** Whether it returns a list of links or a single one. */
  returnsList?: boolean;
}

const digestOf = (name: string) => createHash('sha256').update(name).digest('hex');

const MODELS: Model[] = [
  {
    ...{ name: 'bytedance/seedance-2.0', isOfficial: true, input: seedance2 },
    description: 'A video model with synchronized audio, reference images and first and last frames',
    version: 'affbecc3d8793cbc66b5f7edcbc83c0af931593b30a03b4e77c8d5f7dadbd008',
  },
  {
    ...{ name: 'black-forest-labs/flux-dev', isOfficial: true, input: flux, returnsList: true },
    description: 'A 12 billion parameter rectified flow transformer that makes images from text and images',
    version: '93d72f81bd019dde2bfcba9585a6f74e600b13a43a96eb01a42da54f5ab4df6a',
  },
  {
    ...{ name: 'bytedance/seedance-1-lite', isOfficial: true, input: olderVideo },
    description: 'A video model for 5 or 10 seconds at 480p and 720p',
    version: digestOf('bytedance/seedance-1-lite'),
  },
  {
    ...{ name: 'bytedance/seedance-1-pro', isOfficial: true, input: olderVideo },
    description: 'A video model for 5 or 10 seconds at 480p and 720p',
    version: digestOf('bytedance/seedance-1-pro'),
  },
  {
    ...{ name: 'luit/sandbox-video', isOfficial: true, input: anyVideo },
    description: 'Everything that a video model can be asked for',
    version: digestOf('luit/sandbox-video'),
  },
  {
    ...{ name: 'bytedance/seedance-1-pro-fast', isOfficial: true, input: seedance1Fast },
    description: 'A faster and cheaper version of Seedance 1 Pro',
    version: digestOf('bytedance/seedance-1-pro-fast'),
  },
  {
    ...{ name: 'anotherjesse/zeroscope-v2-xl', isOfficial: false, input: zeroscope },
    description: 'Zeroscope V2 XL makes videos from text',
    version: '9f747673945c62801b13b84701c783929c0ee784e4748ec062204894dda1a351',
  },
  {
    ...{ name: 'tencentarc/gfpgan', isOfficial: false, input: restoration },
    description: 'Practical face restoration for old photos and generated faces',
    version: '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
  },
  {
    ...{ name: 'sczhou/codeformer', isOfficial: false, input: codeFormer },
    description: 'Robust face restoration for old photos and generated faces',
    version: 'cc4956dd26fa5a7185d5660cc9100fab1b8070a1d1654a8bb5eb6d443b020bb2',
  },
  {
    ...{ name: 'piddnad/ddcolor', isOfficial: false, input: colorization },
    description: 'Photo-realistic colorization of images',
    version: 'ca494ba129e44e45f661d6ece83c4c98a9a7c774309beca01429b58fce8aa695',
  },
];

/** @throws ReplicateError 404, also for models that were deleted */
export function modelOf(name: string): Model {
  const found = MODELS.find((model) => model.name === name);
  if (!found) throw notFound();
  return found;
}

/** @throws ReplicateError 404 unless the model is official */
export function officialModel(name: string): Model {
  const found = modelOf(name);
  if (!found.isOfficial) throw notFound();
  return found;
}

/**
 * @param version an id, `owner/name:id`, or the name of an official model
 * @throws ReplicateError 422 for an unknown version
 */
export function modelOfVersion(version: string): Model {
  const found = MODELS.find(
    ({ name, version: id, isOfficial }) => [id, `${name}:${id}`].includes(version) || (isOfficial && name === version),
  );
  if (!found) throw unknownVersion();
  return found;
}
