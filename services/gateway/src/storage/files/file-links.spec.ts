import { FileLinksService } from './file-links.service';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 21, 12);
const KEY = 'outputs/01a1fd85/video.mp4';

function partsOf(link: string) {
  const url = new URL(link, 'http://luit.example');
  return {
    key: url.pathname.replace('/api/files/', ''),
    expires: Number(url.searchParams.get('expires')),
    signature: url.searchParams.get('signature') ?? '',
  };
}

describe('FileLinksService', () => {
  const webUrl = 'http://luit.example';
  const place = { webUrl, filesUrl: webUrl };
  const links = new FileLinksService({ ...place, filesSecret: 'a secret of this test alone' });

  it('a link is stable within the hour and valid for one to two hours', () => {
    const link = links.linkTo(KEY, NOON + 1);
    expect(links.linkTo(KEY, NOON + HOUR - 1)).toBe(link);
    const { key, expires, signature } = partsOf(link);
    expect(key).toBe(KEY);
    expect(expires * 1_000).toBe(NOON + 2 * HOUR);
    expect(links.isValid(key, expires, signature, NOON + 2 * HOUR - 1)).toBe(true);
    expect(links.isValid(key, expires, signature, NOON + 2 * HOUR)).toBe(false);
  });

  it('a link of an owner is valid with that owner only', () => {
    const [owner, other] = ['01a1fd85-fe9c-7e7a-b13e-aa521e004a94', '01a1fd85-fe9c-7e7a-b13e-aa521e004a95'];
    const link = links.linkOf(owner, KEY, NOON);
    expect(new URL(link, 'http://luit.example').searchParams.get('owner')).toBe(owner);
    const { key, expires, signature } = partsOf(link);
    expect(links.isValid(key, expires, signature, NOON, owner)).toBe(true);
    expect(links.isValid(key, expires, signature, NOON, other)).toBe(false);
    expect(links.isValid(key, expires, signature, NOON)).toBe(false);
    expect(links.isValid(key, expires, partsOf(links.linkTo(KEY, NOON)).signature, NOON, owner)).toBe(false);
  });

  it('a link opens no other file', () => {
    const { key, expires, signature } = partsOf(links.linkTo(KEY, NOON));
    expect(links.isValid('outputs/01a1fd86/video.mp4', expires, signature, NOON)).toBe(false);
    expect(links.isValid(key, expires + 3_600, signature, NOON)).toBe(false);
    expect(links.isValid(key, expires, `${signature.slice(0, -2)}AA`, NOON)).toBe(false);
    expect(links.isValid(key, expires, '', NOON)).toBe(false);
    const others = new FileLinksService({ ...place, filesSecret: 'another secret altogether' });
    expect(others.isValid(key, expires, signature, NOON)).toBe(false);
  });

  it('a link points to the files origin if there is one', () => {
    const separate = new FileLinksService({
      webUrl,
      filesUrl: 'https://files.example',
      filesSecret: 'a secret of this test alone',
    });
    expect(separate.linkTo(KEY, NOON)).toBe(`https://files.example${links.linkTo(KEY, NOON)}`);
  });
});
