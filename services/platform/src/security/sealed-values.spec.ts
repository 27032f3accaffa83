import { RotatingSeal } from './sealed-values';

const [OLD, NEW] = ['an old secret of thirty-two characters', 'a new secret of thirty-two characters'] as const;

describe('sealed values', () => {
  it('a value opens with its label only, and two seals of it differ', () => {
    const seal = new RotatingSeal([NEW], 'test');
    const [first, second] = [seal.seal('r8_key', 'a'), seal.seal('r8_key', 'a')];
    expect(first.equals(second)).toBe(false);
    expect(first.includes('r8_key')).toBe(false);
    expect(seal.open(first, 'a')).toEqual({ plain: 'r8_key', isNewest: true });
    expect(seal.open(first, 'b')).toBeNull();
    first[first.length - 1]! ^= 1;
    expect(seal.open(first, 'a')).toBeNull();
  });

  it('while a secret is replaced, both open, and the newest one seals', () => {
    const before = new RotatingSeal([OLD], 'test').seal('r8_key', 'a');
    const during = new RotatingSeal([NEW, OLD], 'test');
    expect(during.open(before, 'a')).toEqual({ plain: 'r8_key', isNewest: false });
    const after = new RotatingSeal([NEW], 'test');
    expect(after.open(during.seal('r8_key', 'a'), 'a')).toEqual({ plain: 'r8_key', isNewest: true });
    expect(after.open(before, 'a')).toBeNull();
  });

  it('a secret has another key for each use', () => {
    const sealed = new RotatingSeal([NEW], 'one use').seal('r8_key', 'a');
    expect(new RotatingSeal([NEW], 'another use').open(sealed, 'a')).toBeNull();
  });
});
