/** Ids of the headings of the page of an assembly, for its list of sections. */
export const ANCHORS = {
  rules: 'assembly-rules',
  agenda: 'assembly-agenda',
  convene: 'assembly-convene',
  lists: 'assembly-lists',
  papers: 'assembly-papers',
  voices: 'assembly-voices',
} as const
