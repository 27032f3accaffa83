import { type OperatorListName, unknownViewParams, viewParamNames } from '@luit/contracts/auth/operator-lists';
import { formatTime, sentenceCase } from '../../lib/format';

/** Search, sorting and filters by their names in the URL. */
export type ViewParams = Record<string, string>;

/** The options of filters that have some. A filter without options here accepts any value. */
export type Choices = Record<string, readonly { value: string; label: string }[]>;

/** The name of the open view's id in the URL. */
export const VIEW_PARAM = 'view';

/** What a view of the list would contain now. */
export function paramsOf(list: OperatorListName, query: URLSearchParams): ViewParams {
  return Object.fromEntries(
    viewParamNames(list).flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The query of the URL that opens a view. */
export function queryOf(params: ViewParams, viewId: string): URLSearchParams {
  return new URLSearchParams({ ...params, [VIEW_PARAM]: viewId });
}

/** Separates what the list still has from the names of what it does not have anymore. */
export function splitParams(
  list: OperatorListName,
  params: ViewParams,
  choices: Choices,
): { known: ViewParams; lost: string[] } {
  const unknown = unknownViewParams(list, params);
  const isLost = ([name, value]: [string, string]) =>
    unknown.includes(name) ||
    choices[name]?.every((choice) => choice.value !== value) === true ||
    (isTime(name) && Number.isNaN(Date.parse(value)));
  const entries = Object.entries(params);
  return {
    known: Object.fromEntries(entries.filter((entry) => !isLost(entry))),
    lost: entries.filter(isLost).map(([name]) => name),
  };
}

export function areEqual(one: ViewParams, other: ViewParams): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const NAMES: Record<string, string> = { q: 'Search', sort: 'Sorted by', within: 'Created', from: 'From', to: 'To' };

export function paramLabel(name: string): string {
  return NAMES[name] ?? sentenceCase(name);
}

/** For example "Status: Failed". */
export function describeParam(name: string, value: string, choices: Choices): string {
  return `${paramLabel(name)}: ${valueText(name, value, choices)}`;
}

function valueText(name: string, value: string, choices: Choices): string {
  if (isTime(name) && !Number.isNaN(Date.parse(value))) return formatTime(value);
  if (name === 'sort') {
    return `${sentenceCase(value.replace(/^-/, ''))}, ${value.startsWith('-') ? 'descending' : 'ascending'}`;
  }
  return choices[name]?.find((choice) => choice.value === value)?.label ?? value;
}

function isTime(name: string): boolean {
  return name === 'from' || name === 'to';
}
