/** Rows of the parts of the site that are not items. */
export interface SiteTables {
  sections: {
    id: string
    slug: string
    title: string
    description: string | null
    /** as JSON, like `content` */
    keywords: string
    content: string
    /** where it comes from: `user`, `import` or `theme` */
    source: string
    sort_key: string
    search_text: string
    created_at: string
    updated_at: string
  }
  redirects: {
    id: string
    from_path: string
    to_path: string | null
    to_url: string | null
    collection_id: string | null
    item_id: string | null
    status: number
    created_at: string
    /** 1 where a person created it */
    by_hand: number
  }
  site_translations: {
    /** what has the text: a taxonomy, a term, a menu, one of its items, a section, the settings, … */
    target_id: string
    locale: string
    /** the name of the text, such as `label` */
    member: string
    /** the id of the menu, taxonomy or widget area that contains the target; its own id if nothing does */
    part_of: string
    value: string
    search_text: string | null
  }
  menus: {
    id: string
    name: string
    label: string
    created_at: string
    updated_at: string
  }
  menu_items: {
    id: string
    menu_id: string
    parent_id: string | null
    type: string
    label: string
    sort_order: number
    /** this and the following four say where it leads; which of them are set depends on `type` */
    custom_url: string | null
    collection_id: string | null
    /** the id of an item */
    entry_id: string | null
    taxonomy_id: string | null
    term_id: string | null
    target: string | null
    title_attr: string | null
    css_classes: string | null
    created_at: string
    updated_at: string
  }
  widget_areas: {
    id: string
    name: string
    label: string
    description: string | null
    created_at: string
    updated_at: string
  }
  widgets: {
    id: string
    area_id: string
    type: string
    title: string | null
    content: string
    menu_id: string | null
    component_id: string | null
    component_props: string | null
    sort_order: number
    created_at: string
    updated_at: string
  }
}
