import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { roleOf } from '#shared/domain/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { RoleBadge, StatusBadge } from '../../../ui/feedback/badge.tsx'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { BirthDate } from '../verdict/birth-date.tsx'
import { Fact, PersonSheet } from '../verdict/person-sheet.tsx'
import { Photo } from '../verdict/photo.tsx'
import { countryOf } from './country-of.ts'
import { useQuery } from '@tanstack/react-query'
import { verifyCard } from '#shared/contract/card.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { verdictView } from '../verdict/verdict-look.ts'
import { MARKS, TONES } from '../verdict/verdict-marks.ts'

/** The verdict beside the details of a person: a banned member also has a name and a photo. */
function MembershipVerdict({ cardId }: { readonly cardId: string }) {
  const { t } = useTranslation(['search', 'verification'])
  const verdict = useQuery({
    queryKey: ['card.verify', cardId],
    queryFn: ({ signal }) => ask(verifyCard, { body: { cardId } }, { signal }),
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
  const { tone, mark, wordKey, titleKey, todoKey } = verdictView(verdict.data, {
    kind: 'number',
    text: cardId,
  })
  const Icon = MARKS[mark]
  return (
    <output className={cx('block overflow-hidden rounded-md border-2', TONES[tone].edge)}>
      <p className={cx('flex items-center gap-3 px-4 py-2 text-2xl font-bold', TONES[tone].solid)}>
        <Icon aria-hidden="true" size={32} className="shrink-0" />
        {t(wordKey, { ns: 'verification' })}
      </p>
      <p className={cx('px-4 py-2', TONES[tone].soft)}>
        <strong>{t(titleKey, { ns: 'verification' })}</strong> {t(todoKey, { ns: 'verification' })}
      </p>
    </output>
  )
}

export function MemberDetails({ member }: { readonly member: FoundMember }) {
  const { t } = useTranslation('search')
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
            <Fact term={t('details.email')}>{given(member.email, ltr)}</Fact>
            <Fact term={t('details.phone')}>{given(member.phone, ltr)}</Fact>
            <Fact term={t('details.memberSince')}>{format.date(member.createdAt)}</Fact>
          </>
        }
      />
    </div>
  )
}
