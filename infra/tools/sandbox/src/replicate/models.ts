import { notFound, unknownVersion } from './errors';

export interface Model {
  /** `owner/name`. */
  name: string;
  kind: 'video' | 'restore' | 'color';
  /** The id of the only version of a community model. Official models have none and run by name. */
  version?: string;
}

const MODELS: Model[] = [
  { name: 'bytedance/seedance-1-lite', kind: 'video' },
  { name: 'bytedance/seedance-1-pro', kind: 'video' },
  { name: 'luit/sandbox-video', kind: 'video' },
  {
    ...{ name: 'stability-ai/stable-video-diffusion', kind: 'video' },
    version: '3f0457e4619daac51203dedb472816fd4af51f3149fa7a9e0b5ffcf1b8172438',
  },
  {
    ...{ name: 'anotherjesse/zeroscope-v2-xl', kind: 'video' },
    version: '9f747673945c62801b13b84701c783929c0ee784e4748ec062204894dda1a351',
  },
  {
    ...{ name: 'tencentarc/gfpgan', kind: 'restore' },
    version: '0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c',
  },
  {
    ...{ name: 'piddnad/ddcolor', kind: 'color' },
    version: 'ca494ba129e44e45f661d6ece83c4c98a9a7c774309beca01429b58fce8aa695',
  },
];

/** @throws ReplicateError 404 unless the model is official */
export function officialModel(name: string): Model {
  const found = MODELS.find((model) => model.name === name && !model.version);
  if (!found) throw notFound();
  return found;
}

/**
 * @param version an id, `owner/name:id`, or the name of an official model
 * @throws ReplicateError 422 for an unknown version
 */
export function modelOfVersion(version: string): Model {
  const found = MODELS.find(({ name, version: id }) =>
    id ? [id, `${name}:${id}`].includes(version) : name === version,
  );
  if (!found) throw unknownVersion();
  return found;
}
