/** Mermaid's entity-relationship diagram of tables and foreign keys, as `readTables` returns them. */
export function erDiagram({ tables, references }) {
  return ['erDiagram', ...tables.map(entity), ...references.map(relationship)].join('\n');
}

function entity({ name, columns }) {
  return [`  ${name} {`, ...columns.map((column) => `    ${attribute(column)}`), '  }'].join('\n');
}

function attribute({ name, type, isPrimary, isForeign, isUnique, isNullable }) {
  const keys = [isPrimary && 'PK', isForeign && 'FK', isUnique && !isPrimary && 'UK'].filter(Boolean).join(', ');
  return [type.replaceAll(' ', '_'), name, keys, isNullable && '"nullable"'].filter(Boolean).join(' ');
}

/** A parent on the left, its children on the right. */
function relationship({ child, parent, columns, isOptional, isOneToOne }) {
  return `  ${parent} ${isOptional ? '|o' : '||'}--${isOneToOne ? 'o|' : 'o{'} ${child} : "${columns}"`;
}
