/** Drawing helpers for the example scenes, which run in a browser page. Each animation loops: `t` runs from 0 to 1. */
const TURN = Math.PI * 2;

/** Random numbers from 0 to 1 that are the same on every call with the same seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

class Brush {
  constructor(context, width, height) {
    Object.assign(this, { context, width, height });
  }

  /** Fills a rectangle with a vertical gradient of evenly spaced colors. */
  sky(colors, top = 0, bottom = this.height) {
    const gradient = this.context.createLinearGradient(0, top, 0, bottom);
    colors.forEach((color, index) => gradient.addColorStop(index / (colors.length - 1), color));
    this.context.fillStyle = gradient;
    this.context.fillRect(0, top, this.width, bottom - top);
  }

  /** A soft light that fades to nothing. `color` is "r,g,b". */
  glow(x, y, radius, color, strength = 1) {
    const gradient = this.context.createRadialGradient(x, y, 0, x, y, radius);
    gradient.addColorStop(0, `rgba(${color},${strength})`);
    gradient.addColorStop(0.35, `rgba(${color},${strength * 0.35})`);
    gradient.addColorStop(1, `rgba(${color},0)`);
    this.context.fillStyle = gradient;
    this.context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }

  disc(x, y, radius, fill) {
    this.context.fillStyle = fill;
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, TURN);
    this.context.fill();
  }

  /** Fills everything below a line of heights. */
  ridge(heightAt, fill, step = 2) {
    const { context, width, height } = this;
    context.fillStyle = fill;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width + step; x += step) context.lineTo(x, heightAt(x));
    context.lineTo(width, height);
    context.fill();
  }

  polygon(points, fill) {
    this.context.fillStyle = fill;
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, y);
    this.context.closePath();
    this.context.fill();
  }

  line(points, stroke, width = 1) {
    const { context } = this;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.lineCap = 'round';
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
  }

  /** Draws with a blur of so many pixels. Everything is blurred at once, which is much faster than shape by shape. */
  blurred(pixels, draw) {
    const target = this.context;
    const layer = new globalThis.OffscreenCanvas(this.width, this.height);
    this.context = layer.getContext('2d');
    draw();
    this.context = target;
    target.save();
    target.filter = `blur(${pixels}px)`;
    target.drawImage(layer, 0, 0);
    target.restore();
  }

  vertical(colors, top, bottom) {
    const gradient = this.context.createLinearGradient(0, top, 0, bottom);
    colors.forEach((color, index) => gradient.addColorStop(index / (colors.length - 1), color));
    return gradient;
  }
}

/** A line of hills: sums of waves, so that it has no seams. */
function hills(seed, base, size) {
  const random = randomNumbers(seed);
  const waves = [1, 2.3, 4.7, 9.1].map((frequency) => ({
    frequency,
    phase: random() * TURN,
    part: 1 / frequency ** 0.9,
  }));
  return (x) =>
    base -
    waves.reduce((sum, { frequency, phase, part }) => sum + Math.sin((x / 640) * 5 * frequency + phase) * part, 0) *
      size;
}

/** A jagged mountain line between peaks, refined by halving. */
function peaks(seed, points, roughness) {
  const random = randomNumbers(seed);
  let line = points;
  for (let step = 0; step < 6; step++) {
    const shift = roughness / 2 ** step;
    line = line.flatMap(([x, y], index) => {
      const next = line[index + 1];
      return next
        ? [
            [x, y],
            [(x + next[0]) / 2, (y + next[1]) / 2 + (random() - 0.5) * shift],
          ]
        : [[x, y]];
    });
  }
  return (at) => {
    const index = line.findIndex(([x]) => x >= at);
    if (index <= 0) return line[index === 0 ? 0 : line.length - 1][1];
    const [[x1, y1], [x2, y2]] = [line[index - 1], line[index]];
    return y1 + ((y2 - y1) * (at - x1)) / (x2 - x1);
  };
}

// The scenes are drawn by the scripts after this one.
Object.assign(globalThis, { TURN, randomNumbers, hills, peaks, luitScenes: {} });
globalThis.newBrush = (context, width, height) => new Brush(context, width, height);
