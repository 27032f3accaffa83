import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { newCreator } from './smoke-test';
import { until } from './until';
import { probeVideo } from './video-probe';

const CREDITS = 18;

interface ToolAnswer {
  isError?: boolean;
  structuredContent: Record<string, unknown>;
}

/** Uses the endpoint for agents of a whole stack with the client of the MCP SDK. */
export function describeMcp(stack: () => ThrowawayStack): void {
  it('an agent makes a video, and is stopped by the budget of its key', async () => {
    const addresses = stack().running.stack;
    const creator = await newCreator(addresses);
    await creator.buyPack('starter');
    const scopes = ['videos:write', 'videos:read', 'billing:read'];
    const input = { name: 'Agent', mode: 'live', scopes, monthlyCredits: CREDITS };
    const { key } = await creator.post<{ key: string }>('/api/keys', input);
    const agent = new Client({ name: 'smoke-test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', addresses.api), { requestInit }));
    const call = async (name: string, fields: Record<string, unknown> = {}) =>
      (await agent.callTool({ name, arguments: fields })) as unknown as ToolAnswer;
    try {
      const quote = await call('quote', { seconds: '5' });
      expect(quote.structuredContent).toMatchObject({ credits: CREDITS, needs_approval: false });
      const { structuredContent: video } = await call('generate_video', { prompt: 'A boat on the river at dawn' });
      const { content_url: url } = await until('the video', async () => {
        const { structuredContent: state } = await call('get_request', { id: video.id });
        return state.status === 'completed' ? state : undefined;
      });
      const { pathname, search } = new URL(url as string);
      const file = await fetch(new URL(pathname + search, addresses.api));
      expect(await probeVideo(Buffer.from(await file.arrayBuffer()))).toMatchObject({ codec: 'h264' });
      const refused = await call('generate_video', { prompt: 'A second boat' });
      expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'key_budget_exhausted' } });
      const { structuredContent: balance } = await call('balance');
      expect(balance).toMatchObject({ available: 100 - CREDITS, budget: { used_this_month: CREDITS } });
    } finally {
      await agent.close();
    }
  }, 120_000);
}
