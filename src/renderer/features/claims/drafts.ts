/**
 * Replies that were begun, for as long as the person stays signed in and the page is not loaded anew. In memory only:
 * what is written to somebody in need belongs on no disk of a shared computer.
 */
import { create } from 'zustand'
import { onPersonLeft } from '../../platform/session.ts'

interface Drafts {
  readonly texts: Readonly<Record<string, string>>
}

const useStore = create<Drafts>(() => ({ texts: {} }))
onPersonLeft(() => useStore.setState({ texts: {} }))

export const useDraft = (claimId: string): string => useStore(({ texts }) => texts[claimId] ?? '')

export function keepDraft(claimId: string, text: string): void {
  useStore.setState(({ texts: { [claimId]: _before, ...others } }) => ({
    texts: text === '' ? others : { ...others, [claimId]: text },
  }))
}
