import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundMember } from '#shared/contract/base/schemas.ts'
import { verifyCard } from '#shared/contract/card.ts'
import { bareCardId } from '#shared/domain/people/member-id.ts'
import { fullName } from '#shared/domain/people/person-name.ts'
import { roleOf } from '#shared/domain/people/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { TONES } from '../../../parts/card-check/result/looks.ts'
import {
  BirthDate,
  Fact,
  FactDate,
  PersonSheet,
} from '../../../parts/card-check/verdict/person-sheet.tsx'
import { Photo } from '../../../parts/card-check/verdict/photo.tsx'
import { verdictView } from '../../../parts/card-check/verdict/verdict-view.ts'
import { readQuery } from '../../../platform/calls/read-query.ts'
import { Auto, Email, Ltr } from '../../../ui/bidi.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { StatusBadge, RoleBadge } from '../../../ui/feedback/badge.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { countryOf } from './country-of.ts'

interface MemberChoiceProps {
  readonly people: readonly FoundMember[]
  readonly chosen: string
  readonly onChoose: (cardId: string) => void
}

function MemberChoice({ people, chosen, onChoose }: MemberChoiceProps) {
  const { t } = useTranslation('lookUp')
  return (
    <fieldset className="mb-5">
      <legend className="mb-2">
        <strong>{t('found', { count: people.length })}.</strong> {t('choose')}
      </legend>
      <div className="grid gap-2">
        {people.map((member) => (
          <label
            key={member.cardId}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line-strong px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name="found-member"
              checked={member.cardId === chosen}
              onChange={() => onChoose(member.cardId)}
              className="size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0 grow font-semibold wrap-anywhere">
              <Auto>{fullName(member)}</Auto>
            </span>
            <Ltr className="text-sm text-muted">{bareCardId(member.cardId)}</Ltr>
            <StatusBadge status={member.status} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface MemberDialogProps {
  readonly people: readonly FoundMember[]
  readonly open: boolean
  readonly onClose: () => void
}

/** The person that the search found. When several match, the first is shown and the others are offered. */
export function MemberDialog({ people, open, onClose }: MemberDialogProps) {
  const { t } = useTranslation('lookUp')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const member = people.find(({ cardId }) => cardId === chosen) ?? people[0]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('details.title')}
      size="lg"
    >
      {people.length > 1 && member !== undefined && (
        <MemberChoice people={people} chosen={member.cardId} onChoose={setChosen} />
      )}
      {member !== undefined && <MemberDetails key={member.cardId} member={member} />}
    </Dialog>
  )
}

/** The verdict beside the details of a person: a banned member also has a name and a photo. */
function MembershipVerdict({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation(['lookUp', 'verification'])
  const verdict = useQuery({
    ...readQuery(['card.verify', cardId], verifyCard, { body: { cardId } }),
    // Always loaded again and never kept: an old "valid" must never be shown.
    staleTime: 0,
    gcTime: 0,
    // Offline it must fail and say so, not wait silently.
    networkMode: 'always',
    refetchOnWindowFocus: false,
  })
  if (verdict.isFetching)
    return (
      <output className="flex min-h-19 items-center gap-3 rounded-md border border-line bg-sunken px-4 text-muted">
        <Spinner /> {t('verdict.checking')}
      </output>
    )
  if (verdict.data === undefined)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="secondary" onClick={() => void verdict.refetch()}>
            {t('verdict.retry')}
          </Button>
        }
      >
        {t('verdict.failed')}
      </Notice>
    )
  const { look, titleKey, todoKey } = verdictView(verdict.data, { kind: 'number', text: cardId })
  const { tone, Icon, word } = look
  return (
    <output className={cx('block overflow-hidden rounded-md border-2', TONES[tone].border)}>
      <p className={cx('flex items-center gap-3 px-4 py-2 text-2xl font-bold', TONES[tone].solid)}>
        <Icon aria-hidden="true" size={32} className="shrink-0" />
        {t(word, { ns: 'verification' })}
      </p>
      <p className={cx('px-4 py-2', TONES[tone].soft)}>
        <strong>{t(titleKey, { ns: 'verification' })}</strong> {t(todoKey, { ns: 'verification' })}
      </p>
    </output>
  )
}

function MemberDetails({ member }: { readonly member: FoundMember }) {
  const { t } = useTranslation('lookUp')
  const format = useFormat()
  const [today] = useState(() => new Date())
  const name = fullName(member)
  const given = (text: string, show: (text: string) => ReactNode): ReactNode =>
    text === '' ? <span className="font-normal text-muted">{t('details.none')}</span> : show(text)
  const ltr = (text: string) => <Ltr>{text}</Ltr>
  return (
    <div className="grid gap-5">
      <MembershipVerdict cardId={member.cardId} />
      <PersonSheet
        heading={
          <>
            <h3 className="text-2xl leading-tight wrap-anywhere headline">
              <Auto>{name}</Auto>
            </h3>
            <div className="mt-2 flex flex-wrap gap-2">
              <RoleBadge role={roleOf(member.role.id)} />
              <StatusBadge status={member.status} />
            </div>
          </>
        }
        photo={<Photo url={member.wldCardPhoto?.photoUrl ?? null} name={name} />}
        near={
          <>
            <Fact term={t('details.born')}>
              {given(member.birthDate, (date) => (
                <BirthDate date={date} today={today} />
              ))}
            </Fact>
            <Fact term={t('details.cardId')}>{ltr(bareCardId(member.cardId))}</Fact>
          </>
        }
        far={
          <>
            <Fact term={t('details.country')}>
              {given(member.currentCountry, (text) => format.country(countryOf(text)))}
            </Fact>
            <Fact term={t('details.city')}>
              {given(member.currentCity, (text) => (
                <Auto>{text}</Auto>
              ))}
            </Fact>
            <Fact term={t('details.email')} wide>
              {given(member.email, (text) => (
                <Email address={text} />
              ))}
            </Fact>
            <Fact term={t('details.phone')}>{given(member.phone, ltr)}</Fact>
            {/* Of somebody who was perhaps never accepted, the day of the application would speak of a membership. */}
            {member.status !== 'inactive' && (
              <Fact term={t('details.memberSince')}>
                <FactDate date={member.createdAt} />
              </Fact>
            )}
          </>
        }
      />
    </div>
  )
}
