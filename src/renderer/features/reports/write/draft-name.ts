import { readSessionDraft } from '../../../ui/content-editor/session-draft.ts'

export const DRAFT_NAME = 'report'
/** Without the form and all that it needs: the page asks it for the words on its button. */
export const hasKeptDraft = (): boolean =>
  readSessionDraft(DRAFT_NAME, (value) => value) !== undefined
