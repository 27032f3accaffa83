import { cropBox } from './crop';

describe('cropBox', () => {
  const LANDSCAPE = { width: 1_600, height: 900 };

  it.each([
    [0, 0],
    [0.5, 350],
    [1, 700],
  ])('keeps a square of a landscape image at the horizontal position %s', (x, left) => {
    expect(cropBox(LANDSCAPE, { ratio: 1, framing: { x, y: 0.2 } })).toEqual({ left, top: 0, width: 900, height: 900 });
  });

  it('keeps a strip of a portrait image at the vertical position', () => {
    const box = cropBox({ width: 900, height: 1_600 }, { ratio: 16 / 9, framing: { x: 0.5, y: 1 } });
    expect(box).toEqual({ left: 0, top: 1_094, width: 900, height: 506 });
  });

  it('keeps all of an image that has the ratio, and at least one pixel of a tiny one', () => {
    const framing = { x: 1, y: 1 };
    expect(cropBox(LANDSCAPE, { ratio: 16 / 9, framing })).toEqual({ left: 0, top: 0, ...LANDSCAPE });
    expect(cropBox({ width: 1, height: 1 }, { ratio: 9 / 16, framing })).toEqual({
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    });
  });
});
