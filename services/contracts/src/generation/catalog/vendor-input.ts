import type { Start } from './choices';
import type { ModelEntry } from './model-entry';
import type { ParameterName } from './model-parameters';
import type { Conversion, FieldMapping, InputName, TaskRoute } from './model-routes';
import { pixelSize } from './pixel-size';
import { ORIGINAL } from './vocabulary';
import { filledGraph } from './workflow-graph';

/** A data URI, or what a server calls an image that it has. */
export type VendorImage = string | object;

/** The values of a task, and its images as data URIs. Null and undefined values are not sent. */
export type VendorValues = { [Name in ParameterName]?: string | number | boolean | null | undefined } & {
  image?: VendorImage | null | undefined;
  lastImage?: VendorImage | null | undefined;
  references?: string[] | undefined;
  /** Luit's name of the task, which starts the names of its files. */
  reference?: string | undefined;
};

const IMAGE_INPUTS: InputName[] = ['image', 'lastImage', 'references', 'strength'];

/**
 * What a task of this start needs of the entry; null if the provider has no route for it.
 *
 * @param hasFirstImage false for a video that has reference images but no first one, which could decide its ratio
 */
export function taskRouteOf(
  entry: ModelEntry,
  provider: string,
  start: Start,
  hasFirstImage = start === 'image',
): TaskRoute | null {
  const route = entry.routes.find((each) => each.provider === provider);
  const isFromReferences = start === 'image' && !hasFirstImage;
  const model = (isFromReferences ? route?.model.references : undefined) ?? route?.model[start];
  if (!route || model === undefined) return null;
  const keepsImage = hasFirstImage && entry.parameters.aspectRatio?.keepsImage === true;
  const isRatioUnsent = keepsImage && !hasWordForOriginal(route.fields.aspectRatio);
  const unsent: InputName[] = start === 'text' ? IMAGE_INPUTS : isRatioUnsent ? ['aspectRatio'] : [];
  const fields = Object.entries(route.fields).filter(([name]) => !unsent.some((each) => each === name));
  const { fixed, workflow } = route;
  return { model, fields: Object.fromEntries(fields), fixed, ...(workflow && { workflow }) };
}

/** Seconds that a vendor may take. A provider without a route is not told the model, so the limit of the first route counts. */
export function runLimitOf({ routes }: ModelEntry, provider: string, duration: number | null): number {
  const { runSeconds, perSecond } = (routes.find((each) => each.provider === provider) ?? routes[0]!).limits;
  return runSeconds + perSecond * (duration ?? 0);
}

/**
 * The input that a vendor gets: the fields that the route maps, with the vendor's names and types, and nothing else. With a workflow, it is
 * the graph with these inputs.
 */
export function vendorInput(
  { fields, fixed, workflow }: Omit<TaskRoute, 'model'>,
  values: VendorValues,
): Record<string, unknown> {
  const inputs = Object.entries(fields).flatMap(([name, mapping]) => {
    const isOriginal = name === 'aspectRatio' && hasWordForOriginal(mapping);
    const value = values[name as InputName] ?? (isOriginal ? ORIGINAL : undefined);
    return value === undefined || value === null || mapping === undefined ? [] : inputsOf(mapping, value, values);
  });
  const input: Record<string, unknown> = { ...fixed };
  // An image and the references may share a list, which begins with the image.
  for (const [field, value] of inputs.sort(
    ([, a], [, b]) => Number(isReferences(a, values)) - Number(isReferences(b, values)),
  )) {
    const before = input[field];
    input[field] =
      Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value;
  }
  return workflow ? filledGraph(workflow.graph, input) : input;
}

function isReferences(value: unknown, { references }: VendorValues): boolean {
  return references !== undefined && value === references;
}

/** Whether the vendor has to be told that the image decides the ratio. Without a word for it, it gets no ratio then. */
function hasWordForOriginal(mapping: FieldMapping | undefined): boolean {
  return typeof mapping === 'object' && mapping.as === 'map' && ORIGINAL in mapping.values;
}

/** The vendor's fields of a mapping. */
export function vendorFieldsOf(mapping: FieldMapping): string[] {
  if (typeof mapping === 'string') return [mapping];
  if (mapping.as === 'size') return [mapping.width, mapping.height];
  return mapping.as === 'frames' && mapping.rateField ? [mapping.field, mapping.rateField] : [mapping.field];
}

function inputsOf(mapping: FieldMapping, value: unknown, values: VendorValues): [string, unknown][] {
  if (typeof mapping === 'string') return [[mapping, value]];
  if (mapping.as === 'frames' && mapping.rateField) {
    return [
      [mapping.field, convert(mapping, value)],
      [mapping.rateField, mapping.framesPerSecond],
    ];
  }
  if (mapping.as !== 'size' && mapping.as !== 'dimensions') return [[mapping.field, convert(mapping, value)]];
  if (values.aspectRatio === undefined || values.aspectRatio === null) throw new Error('A size needs an aspect ratio');
  const { width, height } = pixelSize(String(value), String(values.aspectRatio), mapping.multipleOf);
  if (mapping.as === 'dimensions') return [[mapping.field, `${width}x${height}`]];
  return [
    [mapping.width, width],
    [mapping.height, height],
  ];
}

/** A value in the vendor's form. The checks of an entry make sure that different values stay different. */
export function convert(conversion: Exclude<Conversion, { as: 'size' | 'dimensions' }>, value: unknown): unknown {
  switch (conversion.as) {
    case 'text':
      return String(value);
    case 'number':
      return Number(value);
    case 'fraction':
      return Number(value) / 100;
    case 'map':
      return conversion.values[String(value)];
    case 'list':
      return [value];
    case 'frames':
      return Number(value) * conversion.framesPerSecond + conversion.plus;
  }
}
