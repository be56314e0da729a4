import { readSessionDraft } from '../../../ui/content-editor/session-draft.ts'

export const DRAFT_NAME = 'report'
/** A separate module without the form: the page uses it for the label of its button. */
export const hasKeptDraft = (): boolean =>
  readSessionDraft(DRAFT_NAME, (value) => value) !== undefined
