import { type CLASSIFIER_FAILURES, SAFETY_CATEGORIES } from '@luit/contracts/generation/limits';
import type { SafetyBody, SafetyCategory, SafetySettings, SafetyVerdict } from '@luit/contracts/generation/safety';
import type { Difference } from '../../components/settings-bar';
import {
  CATEGORY_LABELS,
  CLASSIFIER_LABEL,
  FAILURE_LABELS,
  THROTTLE_LABELS,
  VERDICT_LABELS,
  wordsIn,
} from './safety-texts';

type Failure = (typeof CLASSIFIER_FAILURES)[number];

/** What the fields of the form contain. Words are lines, numbers are text. */
export interface SafetyValues {
  categories: Record<SafetyCategory, { verdict: SafetyVerdict; words: string }>;
  throttle: Record<keyof SafetySettings['throttle'], string>;
  onFailure: Failure;
  thresholds: Record<SafetyCategory, string>;
}

function byCategory<Value>(valueOf: (category: SafetyCategory) => Value): Record<SafetyCategory, Value> {
  return Object.fromEntries(SAFETY_CATEGORIES.map((category) => [category, valueOf(category)])) as Record<
    SafetyCategory,
    Value
  >;
}

export function valuesOf({ categories, throttle, classifier }: SafetySettings): SafetyValues {
  return {
    categories: byCategory((category) => {
      const { verdict, words } = categories[category];
      return { verdict, words: words.join('\n') };
    }),
    throttle: {
      refusals: String(throttle.refusals),
      windowMinutes: String(throttle.windowMinutes),
      pauseMinutes: String(throttle.pauseMinutes),
    },
    onFailure: classifier.onFailure,
    thresholds: byCategory((category) => String(classifier.thresholds[category])),
  };
}

function settingsOf({ categories, throttle, onFailure, thresholds }: SafetyValues): SafetySettings {
  return {
    categories: byCategory((category) => {
      const { verdict, words } = categories[category];
      return { verdict, words: wordsIn(words) };
    }),
    throttle: {
      refusals: Number(throttle.refusals),
      windowMinutes: Number(throttle.windowMinutes),
      pauseMinutes: Number(throttle.pauseMinutes),
    },
    classifier: { onFailure, thresholds: byCategory((category) => Number(thresholds[category])) },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The parts that the values change. */
export function changesTo(
  base: SafetySettings,
  values: SafetyValues,
): Pick<SafetyBody, 'categories' | 'throttle' | 'classifier'> {
  const { categories, throttle, classifier } = settingsOf(values);
  const changed = SAFETY_CATEGORIES.filter((category) => !isSame(categories[category], base.categories[category]));
  return {
    ...(changed.length > 0 && { categories: Object.fromEntries(changed.map((name) => [name, categories[name]])) }),
    ...(!isSame(throttle, base.throttle) && { throttle }),
    ...(!isSame(classifier, base.classifier) && { classifier }),
  };
}

/** Every setting with its name, as people read it. */
function readable(values: SafetyValues): Map<string, string> {
  const lines: [string, string][] = [];
  for (const category of SAFETY_CATEGORIES) {
    const { title } = CATEGORY_LABELS[category];
    const { verdict, words } = values.categories[category];
    lines.push([title, VERDICT_LABELS[verdict]], [`${title}, own words`, wordsIn(words).join(', ') || 'none']);
  }
  for (const name of Object.keys(THROTTLE_LABELS) as (keyof typeof THROTTLE_LABELS)[])
    lines.push([THROTTLE_LABELS[name], values.throttle[name]]);
  lines.push([CLASSIFIER_LABEL, FAILURE_LABELS[values.onFailure]]);
  for (const category of SAFETY_CATEGORIES)
    lines.push([`${CATEGORY_LABELS[category].title}, percent`, values.thresholds[category]]);
  return new Map(lines);
}

/** @returns what differs, in the order of the page */
export function differences(before: SafetyValues, after: SafetyValues): Difference[] {
  const now = readable(after);
  return [...readable(before)].flatMap(([name, text]) =>
    now.get(name) === text ? [] : [{ name, before: text, after: now.get(name) ?? '' }],
  );
}
