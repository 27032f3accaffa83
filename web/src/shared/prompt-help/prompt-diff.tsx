import { diffWordsWithSpace } from 'diff';

/** The words that were removed and added, within those that stay. */
export default function PromptDiff({ from, to }: { from: string; to: string }) {
  return diffWordsWithSpace(from, to).map(({ value, added, removed }, index) =>
    added ? (
      <ins key={index} className="rounded-sm bg-success-wash font-medium text-success no-underline">
        {value}
      </ins>
    ) : removed ? (
      <del key={index} className="rounded-sm bg-danger-wash text-danger">
        {value}
      </del>
    ) : (
      <span key={index}>{value}</span>
    ),
  );
}
