import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bareCardId } from '#shared/domain/member-id.ts'
import type { FoundMember } from '#shared/contract/schemas.ts'
import { fullName } from '#shared/domain/person-name.ts'
import { roleCode } from '#shared/domain/roles.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { RoleBadge, StatusBadge } from '../../../ui/badge.tsx'
import { Auto, Ltr } from '../../../ui/bidi.tsx'
import { BirthDate } from '../birth-date.tsx'
import { Fact, PersonSheet } from '../person-sheet.tsx'
import { Photo } from '../photo.tsx'
import { countryOf } from './country-of.ts'
import { MembershipVerdict } from './membership-verdict.tsx'

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
              <RoleBadge role={roleCode(member.role.id)} />
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
