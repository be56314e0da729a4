import { create } from 'zustand'
import { useSession } from '../../../platform/session/session.ts'

/** What was chosen in this tab; what was chosen before is read from the storage. */
const useChosen = create<Readonly<Record<string, string>>>(() => ({}))

function keep(key: string, value: string): void {
  useChosen.setState({ [key]: value })
  try {
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A full storage: the choice holds as long as this tab.
  }
}

/**
 * How this account wants its staff tables, as a short text; '' is the usual look. Kept in this browser for each account; it
 * holds no data of members.
 */
export function useKeptChoice(name: string): readonly [string, (value: string) => void] {
  const session = useSession()
  const account = session.state === 'authenticated' ? session.user.cardId : ''
  const key = `wld-${name}-${account}`
  const chosen = useChosen((all) => all[key])
  return [chosen ?? localStorage.getItem(key) ?? '', (value) => keep(key, value)]
}
