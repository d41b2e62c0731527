/* table.S - champion's table as read-only data; CHAMPION_TABLE is the file, and without it there are no bytes. */
	.section .rodata
	.balign 16
	.globl champion_table, champion_table_end
	.hidden champion_table, champion_table_end
champion_table:
#ifdef CHAMPION_TABLE
	.incbin CHAMPION_TABLE
#endif
champion_table_end:
	.byte 0
	.section .note.GNU-stack, "", %progbits
