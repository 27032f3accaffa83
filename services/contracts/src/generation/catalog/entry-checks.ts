import type { z } from 'zod';
import { MAX_PLAN_CREDITS } from '../../billing/limits';
import { valuesOf } from './listed-values';
import type { ModelEntry } from './model-entry';
import type { ModelParameters, ParameterName } from './model-parameters';
import type { Conversion, FieldMapping, InputName, ModelRoute } from './model-routes';
import { pixelSize } from './pixel-size';
import { priceOf } from './prices';
import { convert, vendorFieldsOf } from './vendor-input';
import { ALL, ORIGINAL, PARAMETERS_OF } from './vocabulary';
import { fieldProblem } from './workflow-graph';

type SingleField = Exclude<Conversion, { as: 'size' | 'dimensions' }>;
/** Conversions of a resolution that need a ratio. */
const isSize = (mapping: FieldMapping | undefined): mapping is Extract<Conversion, { multipleOf: number }> =>
  typeof mapping === 'object' && (mapping.as === 'size' || mapping.as === 'dimensions');
type Definition = NonNullable<ModelParameters[ParameterName]>;
type Report = (path: PropertyKey[], message: string) => void;

const BASES = ['perSecond', 'perImage', 'perRun'] as const;
/** Parameters that a route may leave out; what was asked for is then not offered or not kept there. */
const OPTIONAL: readonly InputName[] = ['seed'];
/** Each result is a task of its own, so a vendor is never asked for several. */
const UNSENT: readonly InputName[] = ['count'];
const REQUIRED_OF: Record<ModelEntry['output'], readonly ParameterName[]> = {
  video: ['prompt', 'duration', 'resolution'],
  image: ['prompt'],
  restoration: ['quality'],
  colorization: [],
};

/** What the shape of an entry cannot say: whether its parts fit together, and whether every choice has a price and a route. */
export function checkEntry(entry: ModelEntry, { addIssue }: z.RefinementCtx): void {
  const report: Report = (path, message) => addIssue({ code: 'custom', path, message });
  checkStarts(entry, report);
  checkParameters(entry, report);
  checkPrice(entry, report);
  checkState(entry, report);
  const providers = entry.routes.map(({ provider }) => provider);
  entry.routes.forEach((route, i) => {
    if (providers.indexOf(route.provider) < i) report(['routes', i, 'provider'], 'This provider already has a route');
    checkRoute(entry, route, (path, message) => report(['routes', i, ...path], message));
  });
  if (entry.parameters.seed && entry.routes.every(({ fields }) => fields.seed === undefined)) {
    report(['parameters', 'seed'], 'No route takes a seed');
  }
}

function checkStarts({ output, starts }: ModelEntry, report: Report): void {
  if (!starts.text && !starts.image) report(['starts'], 'A model starts from a prompt, an image or both');
  const isPhoto = output === 'restoration' || output === 'colorization';
  if (isPhoto && starts.text) report(['starts', 'text'], 'A photo is restored, so there is no start without an image');
  if (output !== 'video' && starts.image?.lastFrame)
    report(['starts', 'image', 'lastFrame'], 'Only videos have frames');
}

function checkParameters({ output, starts, parameters }: ModelEntry, report: Report): void {
  if (parameters.strength && !starts.image) report(['parameters', 'strength'], 'Only an image changes by a strength');
  for (const name of Object.keys(parameters) as ParameterName[]) {
    if (!PARAMETERS_OF[output].some((each) => each === name))
      report(['parameters', name], `This does not apply to ${output}`);
  }
  for (const name of REQUIRED_OF[output]) {
    if (!parameters[name]) report(['parameters', name], `Every ${output} has this`);
  }
}

function checkPrice({ output, parameters, price }: ModelEntry, report: Report): void {
  if (!price) {
    if (output !== 'colorization') report(['price'], 'What is sold has a price');
    return;
  }
  if (output === 'colorization') report(['price'], 'The price of a restoration includes this step');
  const [basis, ...others] = BASES.filter((each) => price[each]);
  if (!basis || others.length > 0) {
    report(['price'], `Give one of ${BASES.join(', ')}`);
    return;
  }
  if (basis === 'perSecond' && !parameters.duration) report(['price', basis], 'The model takes no duration');
  if (basis === 'perImage' && output !== 'image') report(['price', basis], 'Only images are counted');
  if (price.sound && !parameters.sound) report(['price', 'sound'], 'The model makes no sound');
  const faults = checkRates(parameters, price[basis] ?? {}, (path, message) =>
    report(['price', basis, ...path], message),
  );
  if (faults > 0 || (basis === 'perSecond' && !parameters.duration)) return;
  const { duration } = parameters;
  const most = (listed: typeof duration) => listed && Math.max(...valuesOf(listed).map(Number));
  const dearest = Object.keys(price[basis] ?? {}).map((key) =>
    priceOf(price, { resolution: key, duration: most(duration), sound: true }),
  );
  if (Math.max(...dearest) > MAX_PLAN_CREDITS) {
    report(['price', basis], `The dearest choice costs more than ${MAX_PLAN_CREDITS} credits`);
  }
}

/** Each resolution or quality has a rate, and each rate belongs to one. Returns the number of faults. */
function checkRates({ resolution, quality }: ModelEntry['parameters'], rates: object, report: Report): number {
  const values = (resolution ?? quality)?.values ?? [];
  const keys = Object.keys(rates);
  if (keys.length === 1 && keys[0] === ALL) return 0;
  const missing = values.filter((value) => !keys.includes(value));
  const unknown = keys.filter((key) => !values.some((value) => value === key));
  for (const value of missing) report([value], 'This value has no price');
  for (const key of unknown) report([key], 'The model does not take this value');
  if (keys.length === 0 && values.length === 0) report([ALL], 'This value has no price');
  return missing.length + unknown.length + Number(keys.length === 0);
}

function checkState({ id, state, endsAt, replacement }: ModelEntry, report: Report): void {
  if (state === 'deprecated' && !endsAt) report(['endsAt'], 'A deprecated model has a day on which it retires');
  if (state !== 'deprecated' && endsAt) report(['endsAt'], 'Only a deprecated model has this day');
  if (replacement === id) report(['replacement'], 'A model does not replace itself');
  const mayBeReplaced = state === 'deprecated' || state === 'retired';
  if (replacement && !mayBeReplaced) report(['replacement'], 'Only a deprecated or retired model is replaced');
}

function checkRoute(entry: ModelEntry, route: ModelRoute, report: Report): void {
  const { starts, parameters, price } = entry;
  for (const start of ['text', 'image'] as const) {
    const isOffered = Boolean(starts[start]);
    if (isOffered && !route.model[start])
      report(['model', start], 'The entry offers this start, so the route needs a model');
    if (!isOffered && route.model[start]) report(['model', start], 'The entry does not offer this start');
  }
  if (route.model.references && !starts.image?.references) {
    report(['model', 'references'], 'The entry takes no reference images');
  }
  const inputs = inputsOf(entry);
  for (const name of Object.keys(route.fields) as InputName[]) {
    if (UNSENT.includes(name)) {
      report(['fields', name], 'Each result is a task of its own, so no field asks for several');
    } else if (name !== 'reference' && !inputs.includes(name)) {
      report(['fields', name], 'The entry does not take this');
    }
  }
  for (const name of inputs) {
    const isServed = route.fields[name] !== undefined || isInSize(route, name) || isFixed(entry, name);
    if (!isServed) report(['fields', name], 'The entry takes this, so the route needs a field');
  }
  checkFieldNames(route, report);
  checkWorkflow(entry, route, report);
  for (const [name, mapping] of Object.entries(route.fields) as [InputName, FieldMapping][]) {
    checkMapping(entry, name, mapping, (path, message) => report(['fields', name, ...path], message));
  }
  const { cost } = route;
  if (!cost) return;
  const [basis, ...others] = BASES.filter((each) => cost[each]);
  if (!basis || others.length > 0) report(['cost'], `Give one of ${BASES.join(', ')}`);
  else if (price?.[basis] || basis === 'perRun') {
    checkRates(parameters, cost[basis] ?? {}, (path, message) => report(['cost', basis, ...path], message));
  } else report(['cost', basis], 'The price of the model has another basis');
}

/** What a route has to fill. */
function inputsOf({ starts, parameters }: ModelEntry): InputName[] {
  const { image } = starts;
  return [
    ...(Object.keys(parameters) as ParameterName[]),
    ...(image ? (['image'] as const) : []),
    ...(image?.lastFrame ? (['lastImage'] as const) : []),
    ...(image && image.references > 0 ? (['references'] as const) : []),
  ];
}

function isInSize({ fields: { resolution } }: ModelRoute, name: InputName): boolean {
  return name === 'aspectRatio' && isSize(resolution);
}

/** The vendor need not be told what has one value only, and a route without a seed makes videos that cannot be repeated. */
function isFixed({ parameters }: ModelEntry, name: InputName): boolean {
  if (OPTIONAL.includes(name) || UNSENT.includes(name)) return true;
  if (name === 'image' || name === 'lastImage' || name === 'references' || name === 'reference') return false;
  const definition = parameters[name];
  return (
    definition !== undefined && ('values' in definition || 'from' in definition) && valuesOf(definition).length === 1
  );
}

/** All images of an edit may share a list. */
function checkFieldNames({ fields, fixed }: ModelRoute, report: Report): void {
  const used = new Set(Object.keys(fixed));
  for (const [name, mapping] of Object.entries(fields)) {
    if (name === 'references' && isShared(fields)) continue;
    for (const field of mapping ? vendorFieldsOf(mapping) : []) {
      if (used.has(field)) report(['fields', name], `The field ${field} is filled twice`);
      used.add(field);
    }
  }
}

function isShared({ image, references }: ModelRoute['fields']): boolean {
  return typeof image === 'object' && image.as === 'list' && image.field === references;
}

/** The fields of a workflow are inputs of its nodes. */
function checkWorkflow({ starts }: ModelEntry, { fields, fixed, workflow }: ModelRoute, report: Report): void {
  const mapped = Object.entries(fields).map(([name, mapping]) => ({
    path: ['fields', name],
    names: mapping ? vendorFieldsOf(mapping) : [],
  }));
  const all = [...mapped, ...Object.keys(fixed).map((name) => ({ path: ['fixed', name], names: [name] }))];
  for (const { path, names } of all) {
    for (const name of names) {
      const problem = workflow
        ? fieldProblem(workflow.graph, name)
        : name.includes('.') && 'Only a workflow has inputs of nodes';
      if (problem) report(path, problem);
    }
  }
  if (!workflow) return;
  const { graph, outputNode } = workflow;
  if (outputNode !== undefined && !Object.hasOwn(graph, outputNode)) {
    report(['workflow', 'outputNode'], `The workflow has no node ${outputNode}`);
  }
  if (!fields.reference) {
    report(
      ['fields', 'reference'],
      'Choose the file prefix of the output node; otherwise equal orders get an earlier file',
    );
  }
  if (starts.text && starts.image) {
    report(['workflow'], 'A workflow starts in one way: offer a start from text or from an image');
  }
  if (fields.references) report(['fields', 'references'], 'A workflow takes no list of images');
}

/** A conversion must fit its parameter and keep different values different. */
function checkMapping(entry: ModelEntry, name: InputName, mapping: FieldMapping, report: Report): void {
  if (typeof mapping === 'string') return;
  if (name === 'reference') {
    report(['as'], 'A reference is sent unchanged');
    return;
  }
  if (name === 'image' || name === 'lastImage' || name === 'references') {
    const isList = mapping.as === 'list' && name !== 'references';
    if (!isList) report(['as'], 'An image is sent unchanged, or as the only one of a list');
    return;
  }
  if (isSize(mapping)) checkSize(entry, name, mapping.multipleOf, report);
  else if (entry.parameters[name]) checkConversion(name, entry.parameters[name], mapping, report);
}

function checkSize({ starts, parameters }: ModelEntry, name: ParameterName, multipleOf: number, report: Report): void {
  const { aspectRatio, resolution } = parameters;
  if (name !== 'resolution' || !resolution) report(['as'], 'A size follows from the resolution');
  else if (!aspectRatio) report(['as'], 'A size needs the parameter aspectRatio');
  else if (starts.image && aspectRatio.keepsImage) report(['as'], 'A video with the ratio of its image has no size');
  else {
    const sizes = resolution.values.flatMap((shorter) =>
      aspectRatio.values.map((ratio) => JSON.stringify(pixelSize(shorter, ratio, multipleOf))),
    );
    if (new Set(sizes).size < sizes.length) report(['multipleOf'], 'Two choices would have the same size');
  }
}

function checkConversion(name: ParameterName, definition: Definition, conversion: SingleField, report: Report): void {
  const { as } = conversion;
  if (as === 'fraction' && name !== 'strength') report(['as'], 'Only a percentage becomes a fraction');
  if (as === 'frames' && name !== 'duration') report(['as'], 'Only a duration has frames');
  if (as === 'list') report(['as'], 'Only an image is sent in a list');
  if (!('values' in definition || 'from' in definition)) {
    if (as === 'number' || as === 'map') report(['as'], 'This parameter has no list of values to convert');
    return;
  }
  const values = valuesOf(definition);
  if (as === 'map') {
    const given = Object.keys(conversion.values);
    const mayKeepImage = 'keepsImage' in definition && definition.keepsImage;
    const taken = values.map(String);
    for (const value of taken) if (!given.includes(value)) report(['values', value], 'This value is missing');
    for (const key of given) {
      const isTaken = taken.includes(key) || (mayKeepImage && key === ORIGINAL);
      if (!isTaken) report(['values', key], 'The model does not take this value');
    }
  }
  const converted = values.map((value) => convert(conversion, value));
  if (as === 'number' && converted.some(Number.isNaN)) report(['as'], 'These values are no numbers');
  if (as === 'frames' && !converted.every(Number.isInteger)) {
    report(['framesPerSecond'], 'A video has a whole number of frames');
  }
  if (new Set(converted).size < converted.length) {
    report([as === 'map' ? 'values' : 'as'], 'Two values would become the same');
  }
}
