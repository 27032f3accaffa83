import { WEBHOOK_EVENTS } from '@luit/contracts/auth/webhook-limits';
import { examples } from 'virtual:developer-docs';
import type { Block } from '../guide';
import { CodeBlock } from '../../../shared/code/code-block';
import { ErrorTable } from './error-table';
import { Code, Prose } from '../../../shared/code/prose';
import { QuickStart } from './quick-start';
import { Reference } from './reference';
import { ReferenceObjects } from './reference-objects';
import { TestPrompts } from './test-prompts';

/** The gateway replaces the placeholder in the prerendered page. */
const ORIGIN = typeof window === 'undefined' ? '__LUIT_ORIGIN__' : window.location.origin;
const ENVIRONMENT = `export LUIT_URL=${ORIGIN}
export LUIT_API_KEY=luit_test_…`;
const AGENT_SETTINGS = `{
  "mcpServers": {
    "luit": {
      "type": "http",
      "url": "${ORIGIN}/mcp",
      "headers": { "Authorization": "Bearer luit_live_…" }
    }
  }
}`;

export function GuideBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <Prose>{block}</Prose>
      </p>
    );
  if ('example' in block) return <CodeBlock name={block.example} code={examples[block.example] ?? ''} />;
  if ('code' in block) return <CodeBlock {...block} />;
  switch (block.part) {
    case 'environment':
      return <CodeBlock name="shell" code={ENVIRONMENT} />;
    case 'test prompts':
      return <TestPrompts />;
    case 'agent settings':
      return <CodeBlock name="mcp.json" code={AGENT_SETTINGS} />;
    case 'quick start':
      return <QuickStart />;
    case 'errors':
      return <ErrorTable />;
    case 'events':
      return (
        <ul className="flex flex-wrap gap-1.5">
          {WEBHOOK_EVENTS.map((event) => (
            <li key={event}>
              <Code>{event}</Code>
            </li>
          ))}
        </ul>
      );
    case 'reference':
      return <Reference />;
    case 'objects':
      return <ReferenceObjects />;
  }
}
