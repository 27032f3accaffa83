import { FIXED_RETENTION, RETENTION_RULES, type RetentionRule } from '../retention';
import { auditData } from './audit-data';
import { authData } from './auth-data';
import { billingData } from './billing-data';
import { DATA_CATEGORIES, type SchemaDeclaration, type TableDeclaration } from './declarations';
import { generationData } from './generation-data';

/** What each column of each schema says about people. Ids of rows count as personal only if they are ids of people. */
export const DATA_DECLARATIONS: Readonly<Record<string, SchemaDeclaration>> = {
  auth: authData,
  billing: billingData,
  generation: generationData,
  audit: auditData,
};

/** The data map as Markdown: the categories, and one table per schema with the tables that contain personal data. */
export function renderDataMap(declarations = DATA_DECLARATIONS): string {
  const categories = Object.entries(DATA_CATEGORIES).map(([name, meaning]) => `| ${name} | ${meaning} |`);
  const schemas = Object.entries(declarations).map(([schema, tables]) => renderSchema(schema, tables));
  return [['| category | meaning |', '|---|---|', ...categories].join('\n'), ...schemas].join('\n\n');
}

function renderSchema(schema: string, tables: SchemaDeclaration): string {
  const rows = Object.entries(tables).flatMap(([table, declaration]) => renderTable(`${schema}.${table}`, declaration));
  return [`## ${schema}`, '', '| table | in order to | personal data | kept |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function renderTable(name: string, { purpose, personal }: TableDeclaration): string[] {
  if (!personal) return [];
  const categories = [...new Set(Object.values(personal))];
  const data = categories.map((category) => {
    const columns = Object.keys(personal).filter((column) => personal[column] === category);
    return `${category}: ${columns.map((column) => `\`${column}\``).join(', ')}`;
  });
  return [`| \`${name}\` | ${purpose} | ${data.join('; ')} | ${retentionOf(name)} |`];
}

function retentionOf(name: string): string {
  const rules: Readonly<Record<string, RetentionRule>> = RETENTION_RULES;
  const rule = rules[name];
  return rule ? `${rule.days} days by default: ${rule.reason}` : (FIXED_RETENTION[name] ?? 'unknown');
}
