-- Who calls back is known by their number alone.
create index contacts_by_phone_number on contacts (phone_number) where phone_number is not null;
