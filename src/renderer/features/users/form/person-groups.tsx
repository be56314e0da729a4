import { useTranslation } from 'react-i18next'
import { MEMBER_PAGES, type MemberField, specOf } from '#shared/domain/people/member-fields.ts'
import { FieldAnswer, FieldGroup } from './form-fields.tsx'
import type { UserForm } from './user-form.ts'

interface PersonGroupsProps {
  /** The first values of the form: a name or country that had a value cannot be emptied. */
  readonly before: UserForm
  readonly form: 'add' | 'edit'
  /** Whether e-mail and phone are offered. */
  readonly access?: boolean
}

/** Fields by which a member signs in. */
const opensAccount = (field: MemberField): boolean =>
  specOf(field).writers.includes('proven-member')

export function PersonGroups({ before, form, access = true }: PersonGroupsProps) {
  const { t } = useTranslation('userManagement')
  return Object.entries<readonly MemberField[]>(MEMBER_PAGES.form).map(([group, fields]) => (
    <FieldGroup key={group} title={t(`groups.${group}`)}>
      {fields
        .filter((field) => access || !opensAccount(field))
        .map((field) => (
          <FieldAnswer key={field} name={field} form={form} before={before} />
        ))}
    </FieldGroup>
  ))
}
