// cspell:ignore ｃａｆｅ ΣΟΦΌΣ σοφος σοφός
import { generationCalls } from '@luit/contracts/generation/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('searching a library', () => {
  let app: GenerationTestApp;
  const userId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    for (const prompt of ['Boats race', 'A BOAT at dawn, 100 % calm', 'नदी पर एक नाव', 'Rowing 🚣'])
      await app.create({ userId, prompt });
    await app.create({ prompt: 'A boat of someone else' });
  });
  afterAll(() => app.close());

  it.each([
    ['boat', ['A BOAT at dawn, 100 % calm', 'Boats race']],
    ['dawn  boat', ['A BOAT at dawn, 100 % calm']],
    ['100 %', ['A BOAT at dawn, 100 % calm']],
    ['_', []],
    ['%', ['A BOAT at dawn, 100 % calm']],
    ['नाव', ['नदी पर एक नाव']],
    ['🚣', ['Rowing 🚣']],
    [`'; DROP TABLE requests`, []],
    ['\\', []],
    ['', ['Rowing 🚣', 'नदी पर एक नाव', 'A BOAT at dawn, 100 % calm', 'Boats race']],
  ])('the words "%s" find %j', async (q, found) => {
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 50, q });
    expect(requests.map(({ prompt }) => prompt)).toEqual(found);
  });

  it.each(['कड़ी', 'क\u0921\u093cी', 'कडी', 'CAFÉ', 'cafe\u0301', 'ｃａｆｅ', 'ca\u00adfe', 'ΣΟΦΌΣ', 'σοφος'])(
    '"%s" is found in every spelling',
    async (q) => {
      const owner = uuidv7();
      for (const prompt of ['A café of a σοφός with a कड़ी', 'A cave of a कोड़ा'])
        await app.create({ userId: owner, prompt });
      const { requests } = await app.call(generationCalls.listRequests, { userId: owner, limit: 50, q });
      expect(requests.map(({ prompt }) => prompt)).toEqual(['A café of a σοφός with a कड़ी']);
    },
  );

  it('a page of results goes on where the one before ended', async () => {
    const first = await app.call(generationCalls.listRequests, { userId, limit: 1, q: 'boat' });
    const second = await app.call(generationCalls.listRequests, {
      userId,
      limit: 1,
      q: 'boat',
      cursor: first.nextCursor ?? undefined,
    });
    expect([first, second].flatMap(({ requests }) => requests.map(({ prompt }) => prompt))).toEqual([
      'A BOAT at dawn, 100 % calm',
      'Boats race',
    ]);
  });
});
