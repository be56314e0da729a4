/** A view of the list and no page of its own: an address more would be a route more in what every visitor loads first. */
export const OWN_REPORTS = '/reports?mine=yes'
export const isOwnWish = (search: URLSearchParams): boolean => search.get('mine') === 'yes'
