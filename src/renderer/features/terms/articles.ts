/** The articles of the terms in their order; the words are under `terms:articles.<id>`. */
export interface Article {
  readonly id: string
  readonly paragraphs: readonly string[]
  /** A list after the first paragraph. */
  readonly items?: readonly string[]
}

export const ARTICLES = [
  { id: 'who', paragraphs: ['text', 'contact'] },
  {
    id: 'membership',
    paragraphs: ['text', 'decision'],
    items: ['age', 'truth', 'document', 'invitation', 'one'],
  },
  { id: 'account', paragraphs: ['text', 'change'] },
  { id: 'card', paragraphs: ['text', 'check', 'notOfficial'] },
  { id: 'conduct', paragraphs: ['text'], items: ['respect', 'data', 'misuse'] },
  { id: 'reports', paragraphs: ['text', 'public', 'danger'] },
  { id: 'donations', paragraphs: ['text', 'receipt'] },
  {
    id: 'data',
    paragraphs: ['text', 'basis', 'tribe'],
    items: ['identity', 'origin', 'documents', 'contact', 'use'],
  },
  { id: 'access', paragraphs: ['text', 'never'] },
  { id: 'keeping', paragraphs: ['text'], items: ['draft', 'code', 'request', 'member', 'log'] },
  {
    id: 'rights',
    paragraphs: ['text', 'how', 'complaint'],
    items: ['see', 'correct', 'erase', 'limit', 'move', 'withdraw'],
  },
  { id: 'end', paragraphs: ['text', 'exclusion'] },
  { id: 'changes', paragraphs: ['text', 'law'] },
] as const satisfies readonly Article[]

/** The day from which this wording holds. */
export const TERMS_SINCE = '2026-11-01'
