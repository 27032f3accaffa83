// Bugs of what models cost, and of what they take.
import { gateway, generation } from './hardening/guards.mjs';

const catalog = (name) => `services/contracts/src/generation/catalog/${name}`;
const loss = generation('models/model-loss.ts');
const defaultModel = generation('models/default-model.service.ts');
const specs = {
  jobCost: generation('provider-costs/job-cost.spec.ts'),
  margin: generation('provider-costs/margin.spec.ts'),
  failover: generation('providers/failover.spec.ts'),
  loss: generation('models/model-loss.spec.ts'),
  defaultModel: generation('models/default-model.spec.ts'),
  creator: generation('models/model-creator.spec.ts'),
  lifecycle: catalog('lifecycle.spec.ts'),
  images: gateway('public-api/videos/video-images.spec.ts'),
  hash: generation('requests/input-hash.spec.ts'),
  rule: catalog('catalog.spec.ts'),
  entry: catalog('model-entry.spec.ts'),
  colors: generation('submissions/color-restorations.spec.ts'),
};
const prices = catalog('prices.ts');
const checks = catalog('entry-checks.ts');

/** @type {import('./mutants.mjs').Mutant[]} */
export const catalogMutants = [
  {
    name: 'catalog: the cost of a route is not multiplied by seconds',
    file: generation('provider-costs/job-cost.ts'),
    find: 'BigInt(Math.round(rate * Number(MICROS))) * BigInt(units)',
    replace: 'BigInt(Math.round(rate * Number(MICROS)))',
    specs: [specs.jobCost],
  },
  {
    name: 'catalog: the cost of a route wins over an entered price',
    file: generation('provider-costs/job-cost.ts'),
    find: 'this.enteredCharge(task) ?? routeCharge(task)',
    replace: 'routeCharge(task) ?? this.enteredCharge(task)',
    specs: [specs.jobCost],
  },
  {
    name: 'catalog: the margin reads the latest revision',
    file: 'services/generation/sql/provider-costs.sql',
    find: 'WHERE r.model = a_model AND r.revision = a_revision',
    replace:
      'WHERE r.model = a_model AND r.revision = (SELECT max(revision) FROM model_revisions WHERE model = a_model)',
    specs: [specs.margin],
  },
  {
    name: 'catalog: failover ignores the costs of routes',
    file: generation('provider-costs/takeovers.ts'),
    find: '?.cost ?? null;',
    replace: '?.cost && null;',
    specs: [specs.failover],
  },
  {
    name: 'catalog: a loss of nothing is a loss',
    file: loss,
    find: '> (worst ?',
    replace: '>= (worst ?',
    specs: [specs.loss],
  },
  {
    name: 'catalog: a loss is published without acceptance',
    file: generation('models/model-editor.service.ts'),
    find: 'if (loss) throw',
    replace: 'if (loss && false) throw',
    specs: [specs.loss],
  },
  {
    name: 'catalog: a deprecated model becomes the default',
    file: defaultModel,
    find: "entry.output === 'video' && stateAt(entry, now) === 'live'",
    replace: "entry.output === 'video'",
    specs: [specs.defaultModel],
  },
  {
    name: 'catalog: the default model does not make every plan',
    file: defaultModel,
    find: 'assertNone(unsold(sold, await soldPlans(manager, now)));',
    replace: 'await soldPlans(manager, now);',
    specs: [specs.defaultModel],
  },
  {
    name: 'catalog: a model that was offered is deleted',
    file: generation('models/model-creator.service.ts'),
    find: 'if (!isDeletable) throw',
    replace: 'if (!isDeletable && false) throw',
    specs: [specs.creator],
  },
  {
    name: 'catalog: a deprecated model is offered for a moment after its last day',
    file: catalog('lifecycle.ts'),
    find: 'now >= retirementOf(endsAt)',
    replace: 'now > retirementOf(endsAt)',
    specs: [specs.lifecycle],
  },
  {
    name: 'catalog: more reference images than a model takes are accepted',
    file: catalog('choices.ts'),
    find: 'if (references > choices.references)',
    replace: 'if (references > choices.references + 1)',
    specs: [specs.images],
  },
  {
    name: 'catalog: a last frame that a model does not take is accepted',
    file: catalog('choices.ts'),
    find: 'if (hasLastImage && !choices.hasLastImage)',
    replace: 'if (hasLastImage && !choices)',
    specs: [specs.images],
  },
  {
    name: 'catalog: images that were uploaded again make another request',
    file: generation('requests/insertion.service.ts'),
    find: 'referenceHashes ?? referenceKeys',
    replace: 'referenceKeys ?? referenceHashes',
    specs: [specs.hash],
  },
  {
    name: 'catalog: a price is rounded down',
    file: prices,
    find: 'Math.ceil(',
    replace: 'Math.floor(',
    specs: [specs.rule],
  },
  {
    name: 'catalog: several images are rounded up together',
    file: prices,
    find: 'Math.ceil((rate * units * factor) / (THOUSANDTHS * THOUSANDTHS)) * (values.count ?? 1)',
    replace: 'Math.ceil((rate * units * factor * (values.count ?? 1)) / (THOUSANDTHS * THOUSANDTHS))',
    specs: [specs.rule],
  },
  {
    name: 'catalog: sound is free',
    file: prices,
    find: 'values.sound ? (price.sound ?? THOUSANDTHS) : THOUSANDTHS',
    replace: 'THOUSANDTHS',
    specs: [specs.rule],
  },
  {
    name: 'catalog: a start from text sends the inputs of images',
    file: catalog('vendor-input.ts'),
    find: "start === 'text' ? IMAGE_INPUTS",
    replace: "start === 'text' ? []",
    specs: [specs.rule],
  },
  {
    name: 'catalog: any listed value is taken',
    file: catalog('choices.ts'),
    find: "return typeof value !== 'boolean' && takesValue(",
    replace: "return typeof value !== 'boolean' || takesValue(",
    specs: [specs.rule],
  },
  {
    name: 'catalog: a price may have gaps',
    file: checks,
    find: "for (const value of missing) report([value], 'This value has no price');",
    replace: '',
    specs: [specs.entry],
  },
  {
    name: 'catalog: a vendor’s field may be filled twice',
    file: checks,
    find: 'if (used.has(field))',
    replace: 'if (used.has(field) && false)',
    specs: [specs.entry],
  },
  {
    name: 'catalog: a conversion may lose a value',
    file: checks,
    find: 'if (new Set(converted).size < converted.length) {',
    replace: 'if (converted.length < 0) {',
    specs: [specs.entry],
  },
  {
    name: 'catalog: the first step of a colorized photo costs no seconds',
    file: generation('provider-costs/margin.service.ts'),
    find: 'gpuOf(total.colorGpuCurrency, total.colorGpuMicros)',
    replace: 'null',
    specs: [specs.colors],
    test: 'each step costs its seconds at the server that made it',
  },
];
