import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { pledge } from '#shared/contract/donations.ts'
import { useLanguage } from '../../i18n/use-format.ts'
import { CallFailure } from '../../platform/api.ts'
import { askWithProof } from '../../platform/ask-with-proof.ts'
import { keepPledge } from './kept-pledge.ts'
import { chosenAmount, cleanEmail, type PledgeFields } from './pledge-fields.ts'

/** Sends the pledge, keeps the answer for this tab and shows it. */
export function usePledge(): (fields: PledgeFields) => Promise<void> {
  const navigate = useNavigate()
  const language = useLanguage()
  // The id belongs to what is promised: the same thing sent again after a lost answer is the same pledge.
  const draft = useRef({ content: '', id: '' })

  return async (fields) => {
    const amountUsd = chosenAmount(fields)
    if (fields.cause === '' || typeof amountUsd !== 'number') return
    const { cause, method, anonymous } = fields
    const giver = anonymous
      ? { name: '', email: '' }
      : { name: fields.name.trim(), email: cleanEmail(fields.email) }
    const content = { cause, amountUsd, method, anonymous, ...giver }
    const text = JSON.stringify(content)
    if (draft.current.content !== text) draft.current = { content: text, id: crypto.randomUUID() }
    try {
      const answer = await askWithProof(pledge, {
        headers: {},
        body: { id: draft.current.id, ...content, language },
      })
      keepPledge({ ...answer, mailed: giver.email !== '' })
      draft.current = { content: '', id: '' }
      await navigate('/donate', { state: { pledged: answer.reference } })
    } catch (error) {
      // Under this id the server holds another pledge (somebody signed in or out meanwhile): the next try gets its own.
      if (error instanceof CallFailure && error.messageKey === 'conflict')
        draft.current = { content: '', id: '' }
      throw error
    }
  }
}
