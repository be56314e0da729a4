import { privacyFacts } from '#shared/contract/about.ts'
import { readQuery } from './read-query.ts'

/** What the texts about personal data say of this server. */
export const privacyQuery = readQuery(['privacy'], privacyFacts, {})
