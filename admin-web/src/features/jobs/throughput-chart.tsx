import type { MetricsPoint } from '@luit/contracts/operations/job-metrics';
import { memo } from 'react';
import { formatMinute, formatSeconds, formatWeekday, TIME_ZONE_NAME } from '../../lib/format';

const WIDTH = 720;
const BARS = 150;
const WAITS = 54;
const GAP = 20;
const HEIGHT = BARS + GAP + WAITS;

const SERIES = [
  { key: 'succeeded', label: 'Succeeded', fill: 'fill-success' },
  { key: 'failed', label: 'Failed', fill: 'fill-danger' },
  { key: 'canceled', label: 'Canceled', fill: 'fill-accent' },
] as const;

interface Props {
  points: MetricsPoint[];
  stepSeconds: number;
}

/** Finished jobs as stacked bars, accepted jobs as a line, and the p95 wait below. */
export const ThroughputChart = memo(function ThroughputChart({ points, stepSeconds }: Props) {
  const highest = Math.max(4, ...points.map((point) => Math.max(finishedCount(point), point.accepted)));
  const longest = Math.max(1, ...points.map(({ waitP95 }) => waitP95 ?? 0));
  const slot = WIDTH / Math.max(1, points.length);
  const y = (count: number) => BARS - (count / highest) * (BARS - 6);
  const total = (key: (typeof SERIES)[number]['key'] | 'accepted') =>
    points.reduce((sum, point) => sum + point[key], 0);
  const summary = `${total('accepted')} accepted, ${SERIES.map(({ key, label }) => `${total(key)} ${label.toLowerCase()}`).join(', ')}`;
  return (
    <figure className="px-4 pt-3 pb-2">
      <div className="relative">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Jobs: ${summary}. Longest p95 wait ${formatSeconds(longest)}.`}
          className="h-56 w-full"
        >
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1={0}
              x2={WIDTH}
              y1={y(highest * share)}
              y2={y(highest * share)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {points.map((point, index) => (
            <Bar key={point.at} point={point} x={index * slot} width={slot} y={y} stepSeconds={stepSeconds} />
          ))}
          <polyline
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeWidth={1.75}
            className="stroke-info"
            points={points.map((point, index) => `${(index + 0.5) * slot},${y(point.accepted)}`).join(' ')}
          />
          <line
            x1={0}
            x2={WIDTH}
            y1={HEIGHT - 0.5}
            y2={HEIGHT - 0.5}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
          {points.map(({ at, waitP95 }, index) =>
            waitP95 === null ? null : (
              <rect
                key={at}
                x={index * slot + slot * 0.15}
                width={slot * 0.7}
                y={HEIGHT - (waitP95 / longest) * WAITS}
                height={(waitP95 / longest) * WAITS}
                className="fill-edge/70"
              >
                <title>{`${timeLabel(at, stepSeconds)} ${TIME_ZONE_NAME}: 95% waited at most ${formatSeconds(waitP95)}`}</title>
              </rect>
            ),
          )}
        </svg>
        <span className="absolute top-0 left-0 rounded bg-surface/80 px-1 text-[0.75rem] text-muted tabular-nums">
          {highest}
        </span>
        <span className="absolute top-[73%] left-0 rounded bg-surface/80 px-1 text-[0.75rem] text-muted tabular-nums">
          p95 wait, up to {formatSeconds(longest)}
        </span>
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-[0.75rem] text-muted tabular-nums">
        {[0, Math.floor(points.length / 2), points.length - 1].map((index) => (
          <span key={index}>
            {points[index] ? `${timeLabel(points[index].at, stepSeconds)} ${TIME_ZONE_NAME}` : ''}
          </span>
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-label text-muted">
        <Legend className="h-0.5 w-3.5 bg-info" label="Accepted" count={total('accepted')} />
        {SERIES.map(({ key, label }) => (
          <Legend key={key} className={`size-2.5 rounded-xs ${SWATCHES[key]}`} label={label} count={total(key)} />
        ))}
      </figcaption>
    </figure>
  );
});

const SWATCHES = { succeeded: 'bg-success', failed: 'bg-danger', canceled: 'bg-accent' };

function Legend({ className, label, count }: { className: string; label: string; count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={className} />
      {label} <b className="font-semibold text-ink tabular-nums">{count.toLocaleString('en-IN')}</b>
    </span>
  );
}

interface BarProps {
  point: MetricsPoint;
  x: number;
  width: number;
  y: (count: number) => number;
  stepSeconds: number;
}

/** Rendered again only when its numbers change: a push changes one or two bars of a hundred. */
const Bar = memo(
  function Bar({ point, x, width, y, stepSeconds }: BarProps) {
    if (finishedCount(point) === 0) return null;
    return (
      <g>
        <title>{`${timeLabel(point.at, stepSeconds)} ${TIME_ZONE_NAME}: ${point.succeeded} succeeded, ${point.failed} failed, ${point.canceled} canceled`}</title>
        {SERIES.map(({ key, fill }, index) => {
          const below = SERIES.slice(0, index).reduce((sum, lower) => sum + point[lower.key], 0);
          const [from, to] = [y(below), y(below + point[key])];
          return <rect key={key} x={x + width * 0.15} width={width * 0.7} y={to} height={from - to} className={fill} />;
        })}
      </g>
    );
  },
  (before, after) =>
    before.x === after.x &&
    before.y(1) === after.y(1) &&
    before.point.at === after.point.at &&
    SERIES.every(({ key }) => before.point[key] === after.point[key]),
);

function finishedCount({ succeeded, failed, canceled }: MetricsPoint): number {
  return succeeded + failed + canceled;
}

function timeLabel(at: string, stepSeconds: number): string {
  return stepSeconds >= 3_600 ? `${formatWeekday(at)} ${formatMinute(at)}` : formatMinute(at);
}
