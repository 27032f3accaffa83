import type { RunningStack } from '@luit/local/running-stack';
import { newCreator } from '@luit/smoke/smoke-test';
import { openDatabase } from './stack-bench';

const REFUSED = 'leaked nude of my neighbor';
const REFUSAL = { code: 'refused_by_policy', details: { category: 'intimate_imagery' } };
const FINDING = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

/** Sends prompts that the content policy refuses to a whole stack. */
export function describeRefusals(running: () => RunningStack): void {
  it('a refused prompt leaves no request and no hold, whether a person, a program or an agent sends it', async () => {
    const { stack } = running();
    const creator = await newCreator(stack);
    await creator.buyPack('starter');
    const scopes = ['videos:write', 'videos:read', 'billing:read'];
    const { key } = await creator.post<{ key: string }>('/api/keys', { name: 'Program', mode: 'live', scopes });
    const send = async (path: string, body: object) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const answer = await fetch(stack.api + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as unknown };
    };

    const video = { prompt: REFUSED, duration: 5, planId: '5s-480p' };
    await expect(creator.post('/api/generate', video)).rejects.toMatchObject({ status: 422, body: REFUSAL });
    const refusal = { ...REFUSAL, details: { ...REFUSAL.details, refusalId: FINDING } };
    expect(await send('/v1/videos', { prompt: REFUSED })).toMatchObject({ status: 422, body: refusal });
    const tool = { name: 'generate_video', arguments: { prompt: REFUSED } };
    expect(await send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool })).toMatchObject({
      status: 200,
      body: { result: { isError: true, structuredContent: refusal } },
    });

    expect(await creator.balance()).toMatchObject({ available: 100, held: 0 });
    const database = await openDatabase(running());
    try {
      const { rows } = await database.query(
        `SELECT (SELECT count(*)::int FROM requests WHERE user_id = $1) AS requests,
                (SELECT count(*)::int FROM safety_findings WHERE user_id = $1) AS findings,
                (SELECT count(*)::int FROM billing.holds WHERE user_id = $1) AS holds`,
        [creator.session?.user.id],
      );
      expect(rows).toEqual([{ requests: 0, findings: 3, holds: 0 }]);
    } finally {
      await database.end();
    }
  }, 120_000);
}
