/* table.S - champion's tables as read-only data; CHAMPION_TABLES is the file, and without it there are no bytes. */
	.section .rodata
	.balign 16
	.globl champion_tables, champion_tables_end
	.hidden champion_tables, champion_tables_end
champion_tables:
#ifdef CHAMPION_TABLES
	.incbin CHAMPION_TABLES
#endif
champion_tables_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
