/**
 * Unsent replies, kept until the user signs out or the page is reloaded. In memory only:
 * a reply to a person in need must not be on the disk of a shared computer.
 */
import { create } from 'zustand'
import { onPersonLeft } from '../../platform/session/session.ts'

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
